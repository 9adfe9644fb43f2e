/** The fields of a record as labelled lines: selection, order, and the meaning of each missing field. */
import { recordFields } from "#shared/records/fields.ts";
import { groupFields, isRecord, isTrue, presenceOf, type RecordField, valueAt } from "#shared/records/schema.ts";
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { recordLabel } from "../../../lib/field-label.ts";
import { listItems, type RecordKey, type Status, statusFrom, textAt } from "../../../lib/records.ts";
import type { Address } from "../../../lib/address.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";

export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  /** A number or identifier, in a monospaced font. */
  | { readonly kind: "mono"; readonly text: string }
  /** A reference with a name and an id; the name if the service reports one. */
  | { readonly kind: "named"; readonly name: string | undefined; readonly id: string | undefined }
  /** The same, with a link to its page. */
  | { readonly kind: "place"; readonly name: string | undefined; readonly id: string; readonly address: Address }
  | { readonly kind: "link"; readonly to: RecordKey; readonly text: string | undefined; readonly mono: boolean }
  | { readonly kind: "status"; readonly status: Status }
  | { readonly kind: "tags"; readonly tags: readonly string[] }
  | { readonly kind: "date"; readonly at: number; readonly text: string }
  /** Absent according to the service; the text says so, for example "No SIM". */
  | { readonly kind: "none"; readonly text: string }
  /** Not reported by the service. */
  | { readonly kind: "unknown" };

export interface FieldLine {
  readonly label: string;
  readonly value: FieldValue;
}

export interface FieldGroup {
  readonly title: string;
  readonly lines: readonly FieldLine[];
}

/** The fields of a record, grouped by heading; lines without content are omitted. */
export function fieldsOf(collection: Collection, record: JsonRecord): readonly FieldGroup[] {
  return [...groupFields(recordFields[collection])].map(([group, fields]) => ({
    title: t(($) => $.fleet.record.groups[group]),
    lines: fields.flatMap((field) => lineOf(field, collection, record)),
  }));
}

/** The line of a field, unless it is omitted. */
export function lineOf(field: RecordField, collection: Collection, record: JsonRecord): readonly FieldLine[] {
  const value = readField(field, collection, record);
  return value === undefined ? [] : [{ label: recordLabel(field.label), value }];
}

const unknown: FieldValue = { kind: "unknown" };

/** Undefined where the line is omitted. */
function readField(field: RecordField, collection: Collection, record: JsonRecord): FieldValue | undefined {
  switch (presenceOf(record, field)) {
    case "outside":
      return undefined;
    case "missing":
      if (field.kind === "contact") return { kind: "none", text: t(($) => $.fleet.lastSeen.noContact) };
      return field.optional === true ? undefined : unknown;
    case "empty":
      return field.optional === true && valueAt(record, field.path) === undefined ? undefined : emptyValue(field);
    case "present":
      return readPresent(field, collection, record);
  }
}

function emptyValue({ empty }: RecordField): FieldValue {
  return { kind: "none", text: empty === undefined ? t(($) => $.common.none) : recordLabel(empty) };
}

function readPresent(field: RecordField, collection: Collection, record: JsonRecord): FieldValue {
  const { kind, path, target } = field;
  const value = valueAt(record, path);
  const text = textAt(record, path);
  switch (kind) {
    case "flag":
      return { kind: "text", text: isTrue(value) ? t(($) => $.common.yes) : t(($) => $.common.no) };
    case "status":
      return { kind: "status", status: statusFrom(target === "sim" ? target : collection, value) };
    case "reference":
      return readReference(field, record);
    case "tags": {
      const tags = listItems(record, path);
      return tags.length === 0 ? emptyValue(field) : { kind: "tags", tags };
    }
    case "contact":
    case "time": {
      const at = text === undefined ? undefined : parseServiceDate(text);
      if (at !== undefined && text !== undefined) return { kind: "date", at, text };
      return text === undefined ? unknown : { kind: "mono", text };
    }
    case "money": {
      const currency = textAt(record, "currency.code");
      return text === undefined ? unknown : { kind: "text", text: [text, ...(currency ? [currency] : [])].join(" ") };
    }
    case "identifier":
      return text === undefined ? unknown : { kind: "mono", text };
    case "text":
    case "number":
      return text === undefined ? unknown : { kind: "text", text };
  }
}

/** A record or a service profile is linked; anything else has a name, an id or both. */
function readReference({ path, target }: RecordField, record: JsonRecord): FieldValue {
  const called = ["name", "description", "code"].map((field) => textAt(record, `${path}.${field}`));
  const name = called.find((one) => one !== undefined);
  const id = isRecord(valueAt(record, path)) ? textAt(record, `${path}.id`) : textAt(record, path);
  if (target === undefined || id === undefined) return { kind: "named", name, id };
  if (target === "service_profile") {
    return { kind: "place", name, id, address: { path: ["network", "profiles"], query: { profile: id } } };
  }
  const mono = target === "sim";
  return { kind: "link", to: { collection: target, id }, text: mono ? textAt(record, `${path}.iccid`) : name, mono };
}

/** A value as text for the clipboard; undefined if there is nothing to copy. */
export function copyOf(value: FieldValue): string | undefined {
  switch (value.kind) {
    case "text":
    case "mono":
    case "date":
      return value.text;
    case "named":
    case "place":
      return value.name ?? value.id;
    case "link":
      return value.text ?? value.to.id;
    case "status":
      return value.status.tone === "unknown" ? undefined : value.status.text;
    case "tags":
      return value.tags.join(",");
    case "none":
    case "unknown":
      return undefined;
  }
}
