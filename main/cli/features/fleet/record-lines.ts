/** Formats a record and its links as lines of text. */
import { groupFields, hasContent, isTrue, presenceOf, type RecordField, valueAt } from "#shared/records/schema.ts";
import { formatText } from "#shared/texts/text.ts";
import { t } from "../../text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { RecordLink } from "#shared/contract/fleet/records.ts";
import { formatNumber } from "#shared/format.ts";
import { type Field, formatJson, iso } from "../../output.ts";

interface TextLine {
  readonly label: string;
  readonly text: string;
}

export interface TextGroup {
  readonly title: string;
  readonly lines: readonly TextLine[];
}

/** Lines of a record; a field that the service does not send is "unknown", never "none". */
export function linesOfRecord(fields: readonly RecordField[], record: JsonRecord): readonly TextGroup[] {
  return [...groupFields(fields)].map(([group, fields]) => ({
    title: t(($) => $.fleet.record.groups[group]),
    lines: fields.flatMap((field) => {
      const text = textOf(record, field);
      return text === undefined ? [] : [{ label: t(($) => $.fleet.record[field.label]), text }];
    }),
  }));
}

/** Undefined where the line is omitted. */
function textOf(record: JsonRecord, field: RecordField): string | undefined {
  const { path, kind, empty, optional } = field;
  const value = valueAt(record, path);
  switch (presenceOf(record, field)) {
    case "outside":
      return undefined;
    case "missing":
      if (kind === "contact") return t(($) => $.fleet.lastSeen.noContact);
      return optional === true ? undefined : t(($) => $.common.unknown);
    case "empty":
      if (optional === true && value === undefined) return undefined;
      return empty === undefined ? t(($) => $.common.none) : t(($) => $.fleet.record[empty]);
    case "present": {
      if (kind === "flag") return isTrue(value) ? t(($) => $.common.yes) : t(($) => $.common.no);
      const currency = kind === "money" ? valueAt(record, "currency.code") : undefined;
      const text = plain(value) ?? t(($) => $.common.unknown);
      return typeof currency === "string" ? `${text} ${currency}` : text;
    }
  }
}

/** "Trackers (901)": name and id, or whichever exists. */
function plain(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const fragments = value.flatMap((part) => plain(part) ?? []);
    return fragments.length === 0 ? undefined : fragments.join(", ");
  }
  if (typeof value !== "object" || value === null) return hasContent(value) ? String(value) : undefined;
  const { id, name, description, iccid, code } = value as JsonRecord;
  const called = [name, description, iccid, code].map((one) => plain(one)).find((text) => text !== undefined);
  const number = plain(id);
  return called === undefined || number === undefined ? (called ?? number) : `${called} (${number})`;
}

/** The fields of a record as the service named them; objects by name and id. */
export function fieldsOfRecord(record: JsonRecord): readonly Field[] {
  return Object.entries(record).map(([key, value]): Field => {
    if (value === null || value === "") return [key, t(($) => $.common.none)];
    return [key, plain(value) ?? formatJson(value)];
  });
}

/** One link: its count, the first items, and the command that lists all. */
export function linesOfLink(link: RecordLink): readonly string[] {
  const { items, total, list, note, readAt } = link;
  const head = headOf(link);
  const more =
    total !== undefined && total > items.length
      ? [t(($) => $.cli.fleet.link.more, { count: total - items.length })]
      : [];
  const labels = items.map(({ id, name }) => (name === undefined ? id : `${name} (${id})`));
  const command =
    list === undefined || more.length === 0 ? [] : [`fleetdesk list ${list.collection} --filter '${list.filter}'`];
  return [
    readAt === undefined ? head : t(($) => $.cli.fleet.link.loadedAt, { link: head, time: iso(readAt) ?? "" }),
    ...[...labels, ...more, ...command].map((text) => `  ${text}`),
    ...(note === undefined ? [] : [`  ${formatText(note)}`]),
  ];
}

function countOf(state: RecordLink["state"], total: number | undefined): string {
  switch (state) {
    case "reported":
      if (total === undefined) return t(($) => $.common.unknown);
      return total === 0 ? t(($) => $.common.none) : formatNumber(total);
    case "not-reported":
      return t(($) => $.common.unknown);
    case "never-read":
      return t(($) => $.cli.fleet.link.notLoaded);
    case "not-offered":
      return t(($) => $.cli.fleet.link.notOffered);
  }
}

/** States the cached share if the cache is incomplete. */
function headOf({ title, state, total, cache }: RecordLink): string {
  const head = { title: formatText(title), total: countOf(state, total) };
  if (state !== "reported" || cache.state !== "partial") return t(($) => $.cli.fleet.link.count, head);
  const { unique: cached = 0, promised } = cache;
  return promised === undefined
    ? t(($) => $.cli.fleet.link.partialUnknown, { ...head, cached })
    : t(($) => $.cli.fleet.link.partial, { ...head, cached, promised });
}
