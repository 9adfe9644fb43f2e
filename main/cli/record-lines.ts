/** Formats a record and its links as lines of text. */
import { formatText } from "#shared/texts/text.ts";
import { t } from "./text.ts";
import type { Collection } from "#contract/fleet.ts";
import type { JsonRecord } from "#contract/kit.ts";
import type { RecordLink } from "#contract/records.ts";
import { formatCount, iso } from "./output.ts";
import { type RecordLine, recordLayout } from "./record-layout.ts";

export interface TextLine {
  readonly label: string;
  readonly text: string;
}

export interface TextGroup {
  readonly title: string;
  readonly lines: readonly TextLine[];
}

/** Lines of a record; a field that the service does not send is "unknown", never "none". */
export function linesOfRecord(collection: Collection, record: JsonRecord): readonly TextGroup[] {
  return Object.entries(recordLayout[collection]).map(([title, lines]) => ({
    title,
    lines: lines.flatMap((line) => {
      const text = textOf(record, line);
      return text === undefined ? [] : [{ label: line.label, text }];
    }),
  }));
}

function textOf(record: JsonRecord, { path, kind, empty, absent, optional, within }: RecordLine): string | undefined {
  if (within !== undefined && isEmpty(at(record, within))) return undefined;
  const value = at(record, path);
  if (value === undefined) return optional ? undefined : absent;
  if (isEmpty(value)) return empty;
  if (kind === "flag")
    return [true, 1, "1", "true"].includes(value as never) ? t(($) => $.common.yes) : t(($) => $.common.no);
  const currency = kind === "money" ? at(record, "currency.code") : undefined;
  const text = plain(value) ?? absent;
  return typeof currency === "string" ? `${text} ${currency}` : text;
}

/** "Trackers (901)": name and id, or whichever exists. */
function plain(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const fragments = value.flatMap((part) => plain(part) ?? []);
    return fragments.length === 0 ? undefined : fragments.join(", ");
  }
  if (typeof value !== "object" || value === null) return isEmpty(value) ? undefined : String(value);
  const { id, name, description, iccid, code } = value as JsonRecord;
  const called = [name, description, iccid, code].map((one) => plain(one)).find((text) => text !== undefined);
  const number = plain(id);
  return called === undefined || number === undefined ? (called ?? number) : `${called} (${number})`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function at(record: JsonRecord, path: string): unknown {
  let value: unknown = record;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonRecord)[key];
  }
  return value;
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
    case "told":
      if (total === undefined) return t(($) => $.common.unknown);
      return total === 0 ? t(($) => $.common.none) : formatCount(total);
    case "not-told":
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
  if (state !== "told" || cache.state !== "partial") return t(($) => $.cli.fleet.link.count, head);
  const { unique: cached = 0, promised } = cache;
  return promised === undefined
    ? t(($) => $.cli.fleet.link.partialUnknown, { ...head, cached })
    : t(($) => $.cli.fleet.link.partial, { ...head, cached, promised });
}
