/** Converts an event of the service (docs/service-facts.md#events) to the contract's type. Missing values are omitted, never guessed. */
import { definedFields } from "#shared/defined-fields.ts";
import { createHash } from "node:crypto";
import type { EventScope, EventWord, FleetEvent, Severity } from "#shared/contract/events/event-schemas.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readBoolean, readId, readText } from "../../core/api/json.ts";

/** The id decides; texts are used only where there is no id, since they have several spellings. */
const severityIds: Readonly<Record<string, Severity>> = { 0: "info", 1: "warning", 2: "critical" };
const severityTexts: Readonly<Record<string, Severity>> = {
  info: "info",
  information: "info",
  warn: "warning",
  warning: "warning",
  critical: "critical",
};

/** `readAt`: when this event was first read, in epoch milliseconds; replaces a time that cannot be parsed. */
export function readEvent(record: JsonRecord, readAt: number): FleetEvent {
  const id = readId(record["id"]);
  const at = parseServiceDate(record["timestamp"]);
  const grade = record["event_severity"] ?? record["severity"];
  return definedFields<FleetEvent>({
    key: id ?? contentKey(record),
    id,
    at: at ?? readAt,
    timed: at !== undefined,
    severity: severityOf(grade),
    severityText: isRecord(grade) ? wordText(grade) : readText(grade),
    type: wordOf(record["event_type"] ?? record["type"]),
    source: wordOf(record["event_source"] ?? record["source"]),
    alert: readBoolean(record["alert"]),
    description: readText(record["description"]),
    endpoint: referenceOf(record["endpoint"], ["name"]),
    sim: referenceOf(record["sim"], ["iccid"]),
    imsi: isRecord(record["imsi"]) ? readId(record["imsi"]["imsi"]) : readId(record["imsi"]),
    organisation: referenceOf(record["organisation"], ["name"]),
    user: referenceOf(record["user"], ["name", "username"]),
    readAt,
  });
}

/** The lists that an event belongs to, according to its record. */
export function scopesOf(event: FleetEvent): EventScope[] {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = event[of]?.id;
    return id === undefined ? [] : [{ of, id }];
  });
  return [{ of: "all" }, ...named];
}

/** The words of a description in lower case, each surrounded by spaces: the unit that the service's text search compares. */
export function tokenize(text: string): string {
  const tokens = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return ` ${tokens.filter((word) => word !== "").join(" ")} `;
}

/** The text that a search matches, in lower case. */
export function eventSearchText(event: FleetEvent, record: JsonRecord): string {
  const endpoint = isRecord(record["endpoint"]) ? record["endpoint"] : {};
  const texts = [
    event.description,
    event.type?.label,
    event.severityText,
    event.id,
    ...[event.endpoint, event.sim, event.organisation, event.user].flatMap((one) => [one?.id, one?.name]),
    event.imsi,
    readText(endpoint["tags"]),
    readText(endpoint["ip_address"]),
    readText(endpoint["imei"]),
  ];
  return texts.flatMap((part) => (part === undefined ? [] : [part.toLowerCase()])).join("\n");
}

function severityOf(value: unknown): Severity {
  const id = isRecord(value) ? readText(value["id"]) : readText(value);
  const text = isRecord(value) ? wordText(value) : readText(value);
  if (id !== undefined && /^\d+$/.test(id)) return severityIds[String(Number(id))] ?? "unknown";
  return severityTexts[text?.toLowerCase() ?? ""] ?? "unknown";
}

/** A coded value: with id and text (under either of its names), with one of them, or a bare value. */
function wordOf(value: unknown): EventWord | undefined {
  if (!isRecord(value)) {
    const bare = readText(value);
    return bare === undefined || bare === "" ? undefined : { key: bare.toLowerCase(), label: bare };
  }
  const id = readId(value["id"]);
  const text = wordText(value);
  if (id === undefined) return text === undefined ? undefined : { key: text.toLowerCase(), label: text };
  return { key: id, label: text ?? id };
}

function wordText(value: JsonRecord): string | undefined {
  return [value["description"], value["name"]].map(readText).find((text) => text !== undefined && text !== "");
}

function referenceOf(value: unknown, names: readonly string[]): { id: string; name?: string } | undefined {
  if (!isRecord(value)) {
    const id = readId(value);
    return id === undefined ? undefined : { id };
  }
  const id = readId(value["id"]);
  if (id === undefined) return undefined;
  const name = names.map((field) => readText(value[field])).find((text) => text !== undefined && text !== "");
  return name === undefined ? { id } : { id, name };
}

/** The key of a record without an id: identical records are the same event. */
function contentKey(record: JsonRecord): string {
  return `made-${createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 24)}`;
}
