/** Query of the changes page, parsed from its address, and filters over its result. */
import { t } from "#shared/texts/text.ts";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { InputOf, OutputOf } from "../../../data/fleet-query.ts";
import type { Address } from "../../../lib/address.ts";
import { type ChangeLine, changeLines, type ChangeLabel, changeLabels } from "../../../lib/changes.ts";
import { parseMoment, startOfDay } from "../../../lib/parse-moment.ts";
import { isCollection } from "../../../lib/records.ts";

export type ChangedRecord = OutputOf<"fleet.diff">["entries"][number];
export type ChangeKind = ChangedRecord["kind"];

/** Start of the range, as in the address and the select. */
type Since = "last" | "yesterday" | `date:${string}` | `snapshot:${number}`;

export const kindTones: Readonly<Record<ChangeKind, "good" | "bad" | "waiting">> = {
  added: "good",
  removed: "bad",
  changed: "waiting",
};

export const kindTexts: Readonly<Record<ChangeKind, string>> = {
  added: t(($) => $.fleet.changes.added),
  removed: t(($) => $.fleet.changes.removed),
  changed: t(($) => $.fleet.changes.changed),
};

const kinds: readonly ChangeKind[] = ["added", "removed", "changed"];

export interface ChangesRequest {
  readonly collection: Collection;
  readonly since: Since;
  readonly kinds: readonly ChangeKind[];
  readonly labelIds: readonly string[];
}

/** Parses an address such as `/changes/sim?since=yesterday&kind=gone`; invalid parameters are ignored. */
export function readChangesRequest({ path, query }: Address): ChangesRequest {
  const collection = path[1] ?? "";
  const listed = (name: string): readonly string[] => (query[name] ?? "").split(",").filter((part) => part !== "");
  return {
    collection: isCollection(collection) ? collection : "endpoint",
    since: readSince(query["since"] ?? ""),
    kinds: kinds.filter((kind) => listed("kind").includes(kind)),
    labelIds: listed("word"),
  };
}

function readSince(text: string): Since {
  const snapshot = /^snapshot:(\d{1,9})$/.exec(text)?.[1];
  if (snapshot !== undefined) return `snapshot:${Number(snapshot)}`;
  if (text.startsWith("date:") && dayStart(text.slice(5)) !== undefined) return text as Since;
  return text === "yesterday" ? text : "last";
}

/** Local midnight at the start of a day, "2031-12-31"; undefined for an invalid date. */
export function dayStart(day: string): number | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? parseMoment(`${day} 00:00`) : undefined;
}

/** The request for main; without `since`, from the sync before the last. "Yesterday" compares with the last snapshot before today began. */
export function changesQueryOf(
  { collection, since }: Pick<ChangesRequest, "collection" | "since">,
  now: number,
): Pick<InputOf<"fleet.diff">, "collection" | "since"> {
  if (since === "last") return { collection, since: undefined };
  if (since === "yesterday") return { collection, since: { at: startOfDay(now) } };
  const value = since.slice(since.indexOf(":") + 1);
  if (since.startsWith("snapshot:")) return { collection, since: { snapshot: Number(value) } };
  return { collection, since: { at: dayStart(value) ?? now } };
}

/** A change with everything that its row shows. */
export interface ChangeRow {
  readonly entry: ChangedRecord;
  readonly labels: readonly ChangeLabel[];
  readonly lines: readonly ChangeLine[];
}

const kindLabels: Readonly<Record<"added" | "removed", ChangeLabel>> = {
  added: { id: "added", text: kindTexts.added, tone: "good" },
  removed: { id: "removed", text: kindTexts.removed, tone: "bad" },
};

export function rowsOf(collection: Collection, entries: readonly ChangedRecord[]): readonly ChangeRow[] {
  return entries.map((entry) => ({
    entry,
    labels: entry.kind === "changed" ? changeLabels(collection, entry.changes) : [kindLabels[entry.kind]],
    lines: changeLines(entry.changes),
  }));
}

/** Rows of the selected kinds that have one of the selected labels. */
export function filterRows(
  rows: readonly ChangeRow[],
  request: Pick<ChangesRequest, "kinds" | "labelIds">,
): readonly ChangeRow[] {
  if (request.kinds.length === 0 && request.labelIds.length === 0) return rows;
  return rows.filter(
    ({ entry, labels }) =>
      (request.kinds.length === 0 || request.kinds.includes(entry.kind)) &&
      (request.labelIds.length === 0 || labels.some(({ id }) => request.labelIds.includes(id))),
  );
}

/** Number of rows per label, most frequent first; added and removed have chips of their own. */
export function countLabels(rows: readonly ChangeRow[]): readonly (ChangeLabel & { readonly count: number })[] {
  const counts = new Map<string, ChangeLabel & { readonly count: number }>();
  for (const { entry, labels } of rows) {
    if (entry.kind !== "changed") continue;
    for (const word of labels) counts.set(word.id, { ...word, count: (counts.get(word.id)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

const linePx = 20;
const aroundPx = 11;

/** Height of a row in pixels: lines and labels are stacked in columns next to the name. */
export function rowHeight({ lines, labels }: ChangeRow): number {
  return Math.max(1, lines.length, labels.length) * linePx + aroundPx;
}
