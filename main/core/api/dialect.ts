/**
 * The differences between services and the specification (docs/service-facts.md#differences; the last two from the provider's API
 * documentation). Each is detected once per connection, saved through `DialectMemory`, and can be set by an option.
 *
 * Invariants: a point that was set by an option never changes and is never saved; only an answer that the service gives to an authenticated
 * caller decides the separator, only a successful one the other points.
 */

export type Separator = "nbsp" | "space";
export type QuotaPath = "literal" | "prefixed";
export type FilterNames = "spec" | "live";
/** Format of the sender of an SMS: 4911 or "4911". */
export type SourceAddress = "number" | "text";
/** Format of `auto_refill` of an SMS quota: 0 and 1, or false and true. */
export type SmsAutoRefill = "number" | "boolean";

/** What was detected for one service. */
export interface Dialect {
  readonly separator: Separator;
  readonly quotaPath: QuotaPath;
  readonly filterNames: FilterNames;
  readonly sourceAddress: SourceAddress;
  readonly smsAutoRefill: SmsAutoRefill;
}

export type DialectOptions = { readonly [K in keyof Dialect]: Dialect[K] | "auto" };

/** Persists the detected points of a connection. Both functions are synchronous; `save` gets every point detected so far. */
export interface DialectMemory {
  load(): Partial<Dialect>;
  save(dialect: Partial<Dialect>): void;
}

/** One point: the value to use now, and whether it is confirmed. */
interface Point<T> {
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

/** Names that differ between the specification and the live service, per collection. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  endpoint: { ipAddress: "ip_address" },
  sim: { msisdns: "msisdn" },
};

/** Translates the field names of a filter `q` to one set of names; criteria stay unchanged. */
export function translateFilter(collection: string, q: string, names: FilterNames): string {
  return q
    .split(",")
    .map((pair) => renamePair(collection, pair, names))
    .join(",");
}

/** Translates the property names of a `sort` to one set of names. */
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
