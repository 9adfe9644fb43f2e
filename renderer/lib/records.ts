/** Records of the six collections: names, addresses and status labels. */
import { isRecord, valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";

/** Identifies a record of the fleet. */
export interface RecordKey {
  readonly collection: Collection;
  readonly id: string;
}

/** Labels of the collections. */
export const collectionLabels: Readonly<Record<Collection, { readonly one: string; readonly many: string }>> = {
  endpoint: { one: t(($) => $.shell.collections.endpoint.one), many: t(($) => $.shell.collections.endpoint.many) },
  sim: { one: t(($) => $.shell.collections.sim.one), many: t(($) => $.shell.collections.sim.many) },
  imsi: { one: t(($) => $.shell.collections.imsi.one), many: t(($) => $.shell.collections.imsi.many) },
  organisation: {
    one: t(($) => $.shell.collections.organisation.one),
    many: t(($) => $.shell.collections.organisation.many),
  },
  user: { one: t(($) => $.shell.collections.user.one), many: t(($) => $.shell.collections.user.many) },
  tariff_plan: {
    one: t(($) => $.shell.collections.tariffPlan.one),
    many: t(($) => $.shell.collections.tariffPlan.many),
  },
};

/** For use within a sentence: "endpoints", but "SIMs". */
export function inSentence(label: string): string {
  return /^[A-Z][A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** On its own: "Service profile" for "service profile". */
export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export function isCollection(text: string): text is Collection {
  return Object.hasOwn(collectionLabels, text);
}

/** Parses "sim:5"; a bare id is an endpoint; undefined for anything else. */
export function parseOpen(open: string): RecordKey | undefined {
  const cut = open.indexOf(":");
  const collection = cut < 0 ? "endpoint" : open.slice(0, cut);
  const id = open.slice(cut + 1).trim();
  return isCollection(collection) && id !== "" ? { collection, id } : undefined;
}

/** The value of `open` in an address. */
export function formatOpen({ collection, id }: RecordKey): string {
  return `${collection}:${id}`;
}

/** The value at a path as text, digit for digit; undefined if missing or empty. */
export function textAt(record: JsonRecord, path: string): string | undefined {
  const value = valueAt(record, path);
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The name of a reference at a path; the id if the name is unknown. */
export function referenceText(record: JsonRecord, path: string): string | undefined {
  return nameOfValue(valueAt(record, path));
}

/** Several values: tags come as text with commas, other lists as objects. */
export function listItems(record: JsonRecord, path: string): readonly string[] {
  const value = valueAt(record, path);
  if (Array.isArray(value)) return value.flatMap((item: unknown) => nameOfValue(item) ?? []);
  const items = textAt(record, path)?.split(",") ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

function nameOfValue(value: unknown): string | undefined {
  if (!isRecord(value)) return textAt({ value }, "value");
  return textAt(value, "name") ?? textAt(value, "description") ?? textAt(value, "code") ?? textAt(value, "id");
}

const nameField: Readonly<Record<Collection, readonly string[]>> = {
  endpoint: ["name"],
  sim: ["iccid"],
  imsi: ["imsi"],
  organisation: ["name"],
  user: ["name", "username"],
  tariff_plan: ["name"],
};

/** The name of a record; undefined if only its id is known. */
export function nameOf(collection: Collection, record: JsonRecord): string | undefined {
  return nameField[collection].map((path) => textAt(record, path)).find((name) => name !== undefined);
}

/** Whether the name of its records is a number, shown in a monospaced font. */
export function isNumbered(collection: Collection): boolean {
  return collection === "sim" || collection === "imsi";
}

export type StatusTone = "good" | "waiting" | "bad" | "unknown" | "neutral";

export interface Status {
  readonly text: string;
  readonly tone: StatusTone;
}

/** Labels and tones by the service's numeric codes; an unlisted code is shown with the service's own text. */
const statuses: Readonly<Record<Collection, Readonly<Record<string, Status>>>> = {
  endpoint: {
    0: { text: t(($) => $.shell.recordStatus.enabled), tone: "good" },
    1: { text: t(($) => $.shell.recordStatus.disabled), tone: "neutral" },
    2: { text: t(($) => $.shell.recordStatus.deleted), tone: "bad" },
  },
  sim: {
    0: { text: t(($) => $.shell.recordStatus.issued), tone: "waiting" },
    1: { text: t(($) => $.shell.recordStatus.activated), tone: "good" },
    2: { text: t(($) => $.shell.recordStatus.suspended), tone: "neutral" },
    3: { text: t(($) => $.shell.recordStatus.deleted), tone: "bad" },
    4: { text: t(($) => $.shell.recordStatus.factoryTest), tone: "waiting" },
  },
  imsi: { 0: { text: t(($) => $.shell.recordStatus.enabled), tone: "good" } },
  organisation: {
    0: { text: t(($) => $.shell.recordStatus.enabled), tone: "good" },
    1: { text: t(($) => $.shell.recordStatus.suspended), tone: "neutral" },
    2: { text: t(($) => $.shell.recordStatus.deleted), tone: "bad" },
  },
  user: {
    0: { text: t(($) => $.shell.recordStatus.activationPending), tone: "waiting" },
    1: { text: t(($) => $.shell.recordStatus.active), tone: "good" },
    2: { text: t(($) => $.shell.recordStatus.suspended), tone: "neutral" },
    3: { text: t(($) => $.shell.recordStatus.deleted), tone: "bad" },
  },
  tariff_plan: {
    0: { text: t(($) => $.shell.recordStatus.staging), tone: "waiting" },
    1: { text: t(($) => $.shell.recordStatus.active), tone: "good" },
    2: { text: t(($) => $.shell.recordStatus.deprecated), tone: "neutral" },
    3: { text: t(($) => $.shell.recordStatus.deleted), tone: "bad" },
  },
};

/** The status of a record, or of a value of a status field; `unknown` if the service does not report it. */
export function statusFrom(collection: Collection, value: unknown): Status {
  const nested = typeof value === "object" && value !== null ? (value as JsonRecord) : { id: value };
  const id = textAt(nested, "id");
  const own = textAt(nested, "description");
  const status = id === undefined ? undefined : statuses[collection][id];
  if (status !== undefined) return status;
  if (own === undefined && id === undefined) return { text: t(($) => $.common.unknown), tone: "neutral" };
  return { text: own ?? t(($) => $.shell.recordStatus.number, { id: id ?? "" }), tone: "neutral" };
}
