/** Differences between two states of a record, as labels and as field values. */
import { t } from "#shared/texts/text.ts";
import type { Collection, FieldChange } from "#shared/contract/fleet/fleet.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { statusFrom, type StatusTone, textAt } from "./records.ts";

/** A field with its old and new value as text; undefined for a missing value. */
export interface ChangeLine {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A label for what happened: "SIM swapped". `id` is stable, for filters. */
export interface ChangeLabel {
  readonly id: string;
  readonly text: string;
  readonly tone: StatusTone;
}

/** The changes as lines, in the order of their labels: an id with its name or description is one line. */
export function changeLines(changes: readonly FieldChange[]): readonly ChangeLine[] {
  const byField = new Map(changes.map((change) => [change.field, change]));
  return changes
    .toSorted((a, b) => labelOrder(a) - labelOrder(b))
    .flatMap((change): ChangeLine[] => {
      const { field } = change;
      const parent = field.slice(0, Math.max(0, field.lastIndexOf(".")));
      const last = field.slice(parent.length === 0 ? 0 : parent.length + 1);
      const id = byField.get(`${parent}.id`);
      const word = byField.get(`${parent}.name`) ?? byField.get(`${parent}.description`);
      if (parent === "" || id === undefined || word === undefined) return [lineOf(change)];
      if (last !== "id") return change === word ? [] : [lineOf(change)];
      // A status has a label of its own; its number says nothing more.
      if (/(^|\.)status$/.test(parent)) return [lineOf({ ...word, field: parent })];
      return [{ field: parent, before: both(word.before, id.before), after: both(word.after, id.after) }];
    });
}

/** As `changeLabels` orders them; fields without a label are last. */
function labelOrder({ field }: FieldChange): number {
  const [first = ""] = field.split(".");
  const order = ["status", "sim", "endpoint"].indexOf(first);
  if (order !== -1) return order;
  return first in fieldChangeLabels ? 3 : 4;
}

function lineOf({ field, before, after }: FieldChange): ChangeLine {
  const text = field === "tags" ? tagsText : valueText;
  return { field, before: text(before), after: text(after) };
}

/** The service sends tags as a text with commas. */
function tagsText(value: unknown): string | undefined {
  return valueText(value)?.split(/,\s*/).join(", ");
}

function both(word: unknown, id: unknown): string | undefined {
  const [text, number] = [valueText(word), valueText(id)];
  return text === undefined || number === undefined ? (text ?? number) : `${text} (${number})`;
}

/** A value in one line; undefined for a missing or empty one. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => valueText(item) ?? "").join(", ");
  const record = value as JsonRecord;
  const name = textAt(record, "name") ?? textAt(record, "iccid") ?? textAt(record, "description");
  const id = textAt(record, "id");
  return name === undefined && id === undefined ? JSON.stringify(value) : both(name, id);
}

/** Labels for changes of a field or of anything inside it. */
const fieldChangeLabels: Readonly<Record<string, ChangeLabel>> = {
  name: { id: "renamed", text: t(($) => $.shell.changes.renamed), tone: "neutral" },
  username: { id: "renamed", text: t(($) => $.shell.changes.renamed), tone: "neutral" },
  tags: { id: "tags", text: t(($) => $.shell.changes.tags), tone: "neutral" },
  ip_address: { id: "ip", text: t(($) => $.shell.changes.ip), tone: "neutral" },
  imei: { id: "imei", text: t(($) => $.shell.changes.imei), tone: "waiting" },
  service_profile: { id: "service-profile", text: t(($) => $.shell.changes.serviceProfile), tone: "waiting" },
  tariff_profile: { id: "tariff-profile", text: t(($) => $.shell.changes.tariffProfile), tone: "waiting" },
  customer_org: { id: "customer", text: t(($) => $.shell.changes.customer), tone: "neutral" },
  organisation: { id: "organisation", text: t(($) => $.shell.changes.organisation), tone: "neutral" },
  roles: { id: "roles", text: t(($) => $.shell.changes.roles), tone: "waiting" },
  msisdn: { id: "msisdn", text: t(($) => $.shell.changes.msisdn), tone: "neutral" },
  rate: { id: "rate", text: t(($) => $.shell.changes.rate), tone: "waiting" },
};

/** Labels for what happened to a record, most significant first; empty if only fields without a label changed. */
export function changeLabels(collection: Collection, changes: readonly FieldChange[]): readonly ChangeLabel[] {
  const labels = [
    statusLabel(collection, changes, "status"),
    ...(collection === "endpoint" ? [simLabel(changes), statusLabel("sim", changes, "sim.status")] : []),
    ...(collection === "sim" ? [endpointLabel(changes)] : []),
    ...changes.map(({ field }) => fieldChangeLabels[field.split(".")[0] ?? ""]),
  ].filter((word) => word !== undefined);
  return [...new Map(labels.map((word) => [word.id, word])).values()];
}

function at(changes: readonly FieldChange[], ...fields: readonly string[]): FieldChange | undefined {
  return fields.map((field) => changes.find((change) => change.field === field)).find((change) => change !== undefined);
}

function statusLabel(
  collection: Collection,
  changes: readonly FieldChange[],
  path: "status" | "sim.status",
): ChangeLabel | undefined {
  const change = at(changes, `${path}.id`, path);
  if (change === undefined || change.after === undefined) return undefined;
  const { text: status, tone } = statusFrom(collection, change.after);
  const after = typeof change.after === "object" && change.after !== null ? change.after : { id: change.after };
  const id = `${path}-${textAt(after as JsonRecord, "id") ?? textAt(after as JsonRecord, "description") ?? ""}`;
  return { id, text: path === "sim.status" ? t(($) => $.shell.changes.simStatus, { status }) : status, tone };
}

function simLabel(changes: readonly FieldChange[]): ChangeLabel | undefined {
  const change = at(changes, "sim.id", "sim.iccid", "sim");
  if (change === undefined) return undefined;
  const [had, has] = [holds(change.before), holds(change.after)];
  if (had && has) return { id: "sim-swapped", text: t(($) => $.shell.changes.simSwapped), tone: "waiting" };
  if (!had && !has) return undefined;
  return has
    ? { id: "sim-put-in", text: t(($) => $.shell.changes.simAdded), tone: "good" }
    : { id: "sim-taken-out", text: t(($) => $.shell.changes.simRemoved), tone: "bad" };
}

function endpointLabel(changes: readonly FieldChange[]): ChangeLabel | undefined {
  const change = at(changes, "endpoint.id", "endpoint");
  if (change === undefined) return undefined;
  const [had, has] = [holds(change.before), holds(change.after)];
  if (had && has) return { id: "moved", text: t(($) => $.shell.changes.otherEndpoint), tone: "waiting" };
  return has
    ? { id: "assigned", text: t(($) => $.shell.changes.assigned), tone: "good" }
    : { id: "released", text: t(($) => $.shell.changes.released), tone: "neutral" };
}

/** Whether a reference is set: `{"id": null}` is not. */
function holds(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null && value !== "";
  const { id } = value as JsonRecord;
  return id !== null;
}
