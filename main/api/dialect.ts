/**
 * The points on which services differ from the specification (field-facts, first table; the provider's own description of its
 * API for the last two). Each is settled once per connection, remembered through `DialectMemory`, and can be forced by an option.
 *
 * Invariants: a forced point never changes and is never saved; only a positive answer settles a point.
 */

export type Separator = "nbsp" | "space";
export type QuotaPath = "literal" | "prefixed";
export type FilterNames = "spec" | "live";
/** How the sender of an SMS is written: 4911 or "4911". */
export type SourceAddress = "number" | "text";
/** How `auto_refill` of an SMS quota is written: 0 and 1, or false and true. */
export type SmsAutoRefill = "number" | "boolean";

/** What has been learned of one service. */
export interface Dialect {
  readonly separator: Separator;
  readonly quotaPath: QuotaPath;
  readonly filterNames: FilterNames;
  readonly sourceAddress: SourceAddress;
  readonly smsAutoRefill: SmsAutoRefill;
}

export type DialectOptions = { readonly [K in keyof Dialect]: Dialect[K] | "auto" };

/** Where a connection keeps what was learned. Both are called synchronously; `save` gets every point known so far. */
export interface DialectMemory {
  load(): Partial<Dialect>;
  save(dialect: Partial<Dialect>): void;
}

/** One point: what to use now, and whether that is certain. */
export interface Point<T> {
  readonly form: T;
  readonly isConfirmed: boolean;
}

export interface DialectState {
  separator(): Point<Separator>;
  quotaPath(): Point<QuotaPath>;
  filterNames(): Point<FilterNames>;
  sourceAddress(): Point<SourceAddress>;
  smsAutoRefill(): Point<SmsAutoRefill>;
  confirm<K extends keyof Dialect>(point: K, form: Dialect[K]): void;
}

const specification: Dialect = {
  separator: "nbsp",
  quotaPath: "literal",
  filterNames: "spec",
  sourceAddress: "number",
  smsAutoRefill: "number",
};

export function createDialect(options: DialectOptions, memory: DialectMemory): DialectState {
  let detected: Partial<Dialect> = { ...memory.load() };
  const point = <K extends keyof Dialect>(key: K): Point<Dialect[K]> => {
    const forced: Dialect[K] | "auto" = options[key];
    if (forced !== "auto") return { form: forced, isConfirmed: true };
    const saved = detected[key];
    return saved === undefined ? { form: specification[key], isConfirmed: false } : { form: saved, isConfirmed: true };
  };
  return {
    separator: () => point("separator"),
    quotaPath: () => point("quotaPath"),
    filterNames: () => point("filterNames"),
    sourceAddress: () => point("sourceAddress"),
    smsAutoRefill: () => point("smsAutoRefill"),
    confirm: (key, form) => {
      if (options[key] !== "auto" || detected[key] === form) return;
      detected = { ...detected, [key]: form };
      memory.save(detected);
    },
  };
}

export function otherSeparator(form: Separator): Separator {
  return form === "nbsp" ? "space" : "nbsp";
}

export function otherQuotaPath(form: QuotaPath): QuotaPath {
  return form === "literal" ? "prefixed" : "literal";
}

export function otherFilterNames(form: FilterNames): FilterNames {
  return form === "spec" ? "live" : "spec";
}

/** Names that differ between the two sets, per collection: the specification's and the live service's. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  endpoint: { ipAddress: "ip_address" },
  sim: { msisdns: "msisdn" },
};

/** Puts the field names of a filter `q` into one set of names; criteria stay untouched. */
export function translateFilter(collection: string, q: string, names: FilterNames): string {
  return q
    .split(",")
    .map((pair) => renamePair(collection, pair, names))
    .join(",");
}

/** Puts the property names of a `sort` into one set of names. */
export function translateSort(collection: string, sort: string, names: FilterNames): string {
  return sort
    .split(",")
    .map((key) => {
      const [, sign = "", name = ""] = /^([+-]?)(.*)$/s.exec(key) ?? [];
      return sign + renameField(collection, name, names);
    })
    .join(",");
}

function renamePair(collection: string, pair: string, names: FilterNames): string {
  const colon = pair.indexOf(":");
  if (colon < 0) return pair;
  return renameField(collection, pair.slice(0, colon), names) + pair.slice(colon);
}

function renameField(collection: string, field: string, names: FilterNames): string {
  for (const [spec, live] of Object.entries(renamed[collection] ?? {})) {
    if (field === spec || field === live) return names === "spec" ? spec : live;
  }
  return field;
}
