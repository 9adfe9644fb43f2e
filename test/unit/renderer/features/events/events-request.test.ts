import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import type { Coverage } from "#shared/contract/events/event-schemas.ts";
import {
  barFields,
  coverageText,
  isNarrowed,
  narrowTo,
  offlineLine,
  olderGap,
  queryPart,
  readEventsRequest,
  readScope,
  spanText,
  notOfferedText,
} from "../../../../../renderer/features/events/events-request.ts";

const now = Date.parse("2031-04-20T12:00:00Z");
const hour = 3_600_000;
const day = 24 * hour;
const requested = { from: now - 30 * day, until: now };

function coverage(overrides: Partial<Coverage>): Coverage {
  return { requested, spans: [], gaps: [requested], whole: false, ...overrides };
}

function read(from: number, until: number): Coverage["spans"][number] {
  return { from, until, oldest: until, newest: until };
}

test("requests all events within the service's retention for an empty address", () => {
  expect(readEventsRequest({}, now)).toEqual({ scope: { of: "all" } });
});

test("parses all filters of the address and ignores invalid ones", () => {
  const query = {
    of: "endpoint",
    id: " 17 ",
    severity: "critical,grave,warning",
    type: "3,5",
    source: "0",
    alert: "perhaps",
    search: "  ",
    filter: "imsi:29505",
    period: "24h",
    from: "2031-01-01T00:00:00Z",
  };
  expect(readEventsRequest(query, now)).toEqual({
    scope: { of: "endpoint", id: "17" },
    severity: ["critical", "warning"],
    type: ["3", "5"],
    source: ["0"],
    filter: "imsi:29505",
    from: now - day,
  });
});

test("drops the end of a reversed span, and rejects a date as a time", () => {
  const from = "2031-04-02T09:15:00Z";
  expect(readEventsRequest({ from, until: "2031-04-01T00:00:00Z" }, now)).toEqual({
    scope: { of: "all" },
    from: Date.parse(from),
  });
  expect(readEventsRequest({ from: "yesterday" }, now)).toEqual({ scope: { of: "all" } });
});

test("returns no query for the events of a record without an id", () => {
  expect(readScope({ of: "sim" })).toBeUndefined();
  expect(readEventsRequest({ of: "sim", id: " " }, now)).toBeUndefined();
  expect(readScope({ of: "planet", id: "3" })).toEqual({ of: "all" });
});

test("excludes an opened event or record from the query", () => {
  expect(queryPart({ severity: "critical", event: "7", open: "endpoint:1", tab: "history" })).toEqual({
    severity: "critical",
  });
});

test("names the record of a list that is not offered", () => {
  const time = "12:00";
  expect(notOfferedText({ of: "all" }, time)).toBe(t(($) => $.events.coverage.notOfferedHelp.all, { time }));
  expect(notOfferedText({ of: "sim", id: "1" }, time)).toBe(
    t(($) => $.events.coverage.notOfferedHelp.sim, { time, id: "1" }),
  );
});

test("does not count a span of time as a filter", () => {
  expect(isNarrowed({ scope: { of: "all" }, from: 1, until: 2 })).toBe(false);
  expect(isNarrowed({ scope: { of: "all" }, alert: false })).toBe(true);
});

test("rounds an interval of the chart outward to whole seconds", () => {
  expect(narrowTo({ from: now + 400, until: now + 1400 })).toEqual({
    period: undefined,
    from: "2031-04-20T12:00:00Z",
    until: "2031-04-20T12:00:02Z",
  });
});

const loadedFrom = (from: number, until: number): string =>
  t(($) => $.events.coverage.loadedPeriod, { period: spanText({ from, until }, now) });

test("reports time that was never read as unknown, not as empty", () => {
  expect(coverageText(coverage({}), now)).toBe(t(($) => $.events.coverage.nothingLoaded));
});

test("reports time before the last refresh as unknown, and newer time as not yet missing", () => {
  const read12h = coverage({
    spans: [read(now - 12 * hour, now - hour)],
    gaps: [
      { from: requested.from, until: now - 12 * hour },
      { from: now - hour, until: now },
    ],
  });
  const loaded = loadedFrom(now - 12 * hour, now - hour);
  expect(coverageText(read12h, now)).toBe(`${loaded} ${t(($) => $.events.coverage.earlierUnknown)}`);
  expect(olderGap(read12h, now)).toEqual({ from: requested.from, until: now - 12 * hour });
});

test("ignores time since the cache answered, however long the list is open", () => {
  const answeredAt = now - 5 * 60_000;
  const partialCoverage = coverage({
    requested: { from: requested.from, until: answeredAt },
    spans: [read(requested.from, answeredAt - 30_000)],
    gaps: [{ from: answeredAt - 30_000, until: answeredAt }],
  });
  expect(coverageText(partialCoverage, now, answeredAt)).toBe(loadedFrom(requested.from, answeredAt - 30_000));
  expect(olderGap(partialCoverage, answeredAt)).toBeUndefined();
});

test("reports gaps between refreshes and reads them first; an old period can have an unknown end", () => {
  const ends = now - 10 * day;
  const partialCoverage = coverage({
    requested: { from: requested.from, until: ends },
    spans: [read(requested.from, now - 25 * day), read(now - 20 * day, now - 15 * day)],
    gaps: [
      { from: now - 25 * day, until: now - 20 * day },
      { from: now - 15 * day, until: ends },
    ],
  });
  const sentences = [
    loadedFrom(requested.from, now - 15 * day),
    t(($) => $.events.coverage.gapsUnknown, { count: 1 }),
    t(($) => $.events.coverage.laterUnknown),
  ];
  expect(coverageText(partialCoverage, now)).toBe(sentences.join(" "));
  expect(olderGap(partialCoverage, now)).toEqual({ from: now - 15 * day, until: ends });
});

test("offers no older events if everything was read", () => {
  const whole = coverage({ spans: [read(requested.from, now)], gaps: [], whole: true });
  expect(coverageText(whole, now)).toBe(loadedFrom(requested.from, now));
  expect(olderGap(whole, now)).toBeUndefined();
});

test("converts event fields for the filter bar, including those that can only be sorted by", () => {
  const fields = [
    {
      name: "severity",
      match: "exact",
      hint: "Its number.",
      sortable: true,
      choices: [{ key: "2", label: "Critical" }],
    },
    { name: "timestamp", hint: "It has no operator.", sortable: true },
  ] as const;
  expect(
    barFields(fields.map((field) => ({ ...field, choices: "choices" in field ? [...field.choices] : undefined }))),
  ).toEqual([
    {
      name: "severity",
      match: "exact",
      hint: "Its number.",
      sortable: true,
      choices: [{ value: "2", label: "Critical" }],
    },
    { name: "timestamp", hint: "It has no operator.", sortable: true },
  ]);
});

test("mentions new events only if the list is followed", () => {
  const reason = "no answer since 16:59";
  expect(offlineLine(reason, true)).toBe(t(($) => $.events.coverage.offlineFollowing, { reason }));
  expect(offlineLine(reason, false)).toBe(t(($) => $.events.coverage.offlineNotFollowing, { reason }));
});
