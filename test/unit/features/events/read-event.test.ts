import { expect, test } from "vitest";
import { readEvent, scopesOf, eventSearchText, tokenize } from "../../../../main/features/events/stored.ts";

const readAt = Date.UTC(2031, 0, 2);

/** As recorded from the live service (docs/service-facts.md#events). */
const recorded = {
  id: 4_000_017,
  timestamp: "2031-01-01T10:20:30.298Z",
  alert: 1,
  description: "New location received from VLR for IMSI='90143'",
  event_type: { id: 1, description: "Update location" },
  event_source: { id: 0, name: "Network" },
  event_severity: { id: 0, description: "INFO" },
  organisation: { id: 7, name: "Acme" },
  endpoint: { id: 70_001, name: "van", tags: "blue, north", ip_address: "10.0.0.1", imei: "35" },
  sim: { id: 9, iccid: "8988303", production_date: "2030-01-01T00:00:00Z" },
  imsi: { id: 3, imsi: "90143" },
  detail: {},
};

test("converts an event to the contract's type, with severity and type separate", () => {
  expect(readEvent(recorded, readAt)).toEqual({
    key: "4000017",
    id: "4000017",
    at: Date.UTC(2031, 0, 1, 10, 20, 30, 298),
    timed: true,
    severity: "info",
    severityText: "INFO",
    type: { key: "1", label: "Update location" },
    source: { key: "0", label: "Network" },
    alert: true,
    description: "New location received from VLR for IMSI='90143'",
    endpoint: { id: "70001", name: "van" },
    sim: { id: "9", name: "8988303" },
    imsi: "90143",
    organisation: { id: "7", name: "Acme" },
    readAt,
  });
});

test("takes the severity from its id, from its text only without an id, and otherwise reports unknown", () => {
  const severities: readonly [unknown, string, string | undefined][] = [
    [{ id: 0, description: "Critical" }, "info", "Critical"],
    [{ id: "2", description: "whatever" }, "critical", "whatever"],
    [{ id: 1, name: "WARN" }, "warning", "WARN"],
    [{ id: 3, description: "Fatal" }, "unknown", "Fatal"],
    [{ description: "Warning" }, "warning", "Warning"],
    ["CRITICAL", "critical", "CRITICAL"],
    [2, "critical", "2"],
    [{}, "unknown", undefined],
    [null, "unknown", undefined],
    [undefined, "unknown", undefined],
  ];
  for (const [value, severity, text] of severities) {
    const event = readEvent({ ...recorded, event_severity: value }, readAt);
    expect([event.severity, event.severityText]).toEqual([severity, text]);
  }
});

test("builds a type from whichever of its fields exist", () => {
  const types: readonly [unknown, unknown][] = [
    [
      { id: 4, description: "Delete PDP Context" },
      { key: "4", label: "Delete PDP Context" },
    ],
    [{ id: 66 }, { key: "66", label: "66" }],
    [{ name: "Solar flare" }, { key: "solar flare", label: "Solar flare" }],
    ["Update location", { key: "update location", label: "Update location" }],
    [{}, undefined],
    [null, undefined],
  ];
  for (const [value, type] of types) expect(readEvent({ ...recorded, event_type: value }, readAt).type).toEqual(type);
});

test("marks a time that cannot be parsed, and gives equal events without an id the same key", () => {
  const bare = { description: "something", timestamp: "soon" };
  const event = readEvent(bare, readAt);
  expect(event).toMatchObject({ at: readAt, timed: false, severity: "unknown" });
  expect(event.id).toBeUndefined();
  expect(readEvent({ ...bare }, readAt + 1).key).toBe(event.key);
  expect(readEvent({ ...bare, description: "else" }, readAt).key).not.toBe(event.key);
});

test("an event is in the list of all events, and in the list of every record that it names", () => {
  expect(scopesOf(readEvent({ ...recorded, user: { id: "5", username: "ann" } }, readAt))).toEqual([
    { of: "all" },
    { of: "endpoint", id: "70001" },
    { of: "sim", id: "9" },
    { of: "organisation", id: "7" },
    { of: "user", id: "5" },
  ]);
  expect(scopesOf(readEvent({ id: 1, endpoint: null, sim: {} }, readAt))).toEqual([{ of: "all" }]);
});

test("the search text holds descriptions, labels, names and identifiers; words are surrounded by spaces", () => {
  const searchText = eventSearchText(readEvent(recorded, readAt), recorded);
  for (const text of ["vlr", "update location", "van", "8988303", "90143", "10.0.0.1", "north", "4000017"]) {
    expect(searchText).toContain(text);
  }
  expect(tokenize("New location, IMSI='90143'")).toBe(" new location imsi 90143 ");
});
