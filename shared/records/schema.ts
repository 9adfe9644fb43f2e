/**
 * The schema of a record: one description per field, from which come filter grammar, cached columns, list, details, export,
 * command line and template variables. The fields themselves are in `fields.ts`.
 */
import type { fleet } from "../texts/en/fleet.ts";

/** In display order. */
export const collections = ["endpoint", "sim", "imsi", "organisation", "user", "tariff_plan"] as const;
export type Collection = (typeof collections)[number];

/** One value per collection. */
export function perCollection<T>(make: (collection: Collection) => T): Readonly<Record<Collection, T>> {
  return Object.fromEntries(collections.map((collection) => [collection, make(collection)])) as Record<Collection, T>;
}

type Texts = (typeof fleet)["record"];
/** A key of `$.fleet.record`. */
export type RecordText = Exclude<keyof Texts, "groups">;
/** A heading: a key of `$.fleet.record.groups`. */
export type RecordGroup = keyof Texts["groups"];

/**
 * How a criterion is compared (docs/service-facts.md#lists). `exactOver` n: exact when longer than n characters, else startsWith.
 * `term`, `text`, `address` and `range` occur on events only and are evaluated by the service.
 */
export type MatchRule =
  | { readonly kind: "exact" }
  | { readonly kind: "wildcard" }
  | { readonly kind: "startsWith" }
  | { readonly kind: "exactOver"; readonly characters: number }
  | { readonly kind: "term" }
  | { readonly kind: "text" }
  | { readonly kind: "address" }
  | { readonly kind: "range" }
  /** Time since the last contact; evaluated by the cache only. */
  | { readonly kind: "age" };

export interface QueryRule {
  /** Undefined: only for sorting. */
  readonly match: MatchRule | undefined;
  /** Name in the specification; the field's name unless given, null when only the live service has the field. */
  readonly spec?: string | null;
  /** True unless given. */
  readonly sortable?: false;
  /** A criterion may contain a colon, as dates and addresses do. */
  readonly colons?: true;
}

/**
 * `identifier`: shown in a monospaced font. `reference`: an object with an id and perhaps a name, or the id itself. `contact`: added to a
 * record by the cache, see `shared/records/contact.ts`.
 */
export type FieldKind =
  | "contact"
  | "text"
  | "identifier"
  | "number"
  | "time"
  | "tags"
  | "flag"
  | "money"
  | "reference"
  | "status";

export interface RecordField {
  /** Name in filters, sorts, column layouts and message templates. */
  readonly name: string;
  /** Dotted path in a record. */
  readonly path: string;
  readonly label: RecordText;
  readonly kind: FieldKind;
  readonly query?: QueryRule;
  /**
   * Column of the cache, for filters, sorts and look-ups. `column`: its name if it differs. `repeats`: few distinct values are
   * expected, so sorting by it reads one value after another.
   */
  readonly stored?: { readonly column?: string; readonly repeats: boolean };
  /** Column of the list, in pixels. */
  readonly list?: { readonly width: number; readonly hidden?: true };
  /** Heading of the line in the details. */
  readonly group?: RecordGroup;
  /** The referenced record, or the collection whose status it is. */
  readonly target?: Collection | "service_profile";
  /** Text for an empty value; "None" unless given. */
  readonly empty?: RecordText;
  /** A number, or an identifier of digits only: `range:` compares it as such. */
  readonly digits?: true;
  /** A field that the service does not send has the same meaning as an empty one; otherwise it is unknown. */
  readonly missingIsEmpty?: true;
  /** The line in the details is omitted when the service does not send the field. */
  readonly optional?: true;
  /** The part of the record that holds the value; without this part there is no value. */
  readonly within?: string;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value at a dotted path, or at the names of one; undefined if missing. */
export function valueAt(record: JsonRecord, path: string | readonly string[]): unknown {
  let value: unknown = record;
  for (const name of typeof path === "string" ? path.split(".") : path) {
    if (!isRecord(value)) return undefined;
    value = value[name];
  }
  return value;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Neither missing, null, an empty text or list, nor an object of which this holds: `{"id": null}` is no reference. */
export function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.values(value).some(hasContent);
}

/** A flag as any service sends it. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}

/** `outside`: the record has not got the part that would hold the value, such as the SIM. */
export type Presence = "present" | "empty" | "missing" | "outside";

export function presenceOf(record: JsonRecord, { path, within, missingIsEmpty }: RecordField): Presence {
  if (within !== undefined && !hasContent(valueAt(record, within))) return "outside";
  const value = valueAt(record, path);
  if (hasContent(value)) return "present";
  return value === undefined && missingIsEmpty !== true ? "missing" : "empty";
}

const groupsInOrder: readonly RecordGroup[] = [
  "identity",
  "simAndDevice",
  "service",
  "timestamps",
  "assignment",
  "card",
  "account",
  "terms",
];

/** The fields of the details by heading, in display order. */
export function groupFields(fields: readonly RecordField[]): ReadonlyMap<RecordGroup, readonly RecordField[]> {
  const groups = groupsInOrder.map((name) => [name, fields.filter(({ group }) => group === name)] as const);
  return new Map(groups.filter(([, members]) => members.length > 0));
}
