import { expect, test } from "vitest";
import { narrowed, readFilter, storedQuestion } from "../../../../main/features/events/question.ts";

const dayMs = 86_400_000;
const now = Date.UTC(2031, 0, 31);
const plain = { scope: { of: "all" as const }, filter: "" };

test("reads every field of the table, dates separately", () => {
  const filter =
    "id:1,tags:blue,description:location*,severity:2,endpoint:70001|70002,ip_address:10.0.0.1,imei:35,iccid:89,imsi:90,source:0,type:1|2," +
    "organisation:7,alert:true,user:ann,from:2031-01-01T00:00:00Z,until:2031-01-02T00:00:00Z";
  const read = readFilter(filter);
  expect(read.terms.map(({ field }) => field)).toEqual(
    [
      "id",
      "tags",
      "description",
      "severity",
      "endpoint",
      "ip_address",
      "imei",
      "iccid",
      "imsi",
      "source",
      "type",
    ].concat(["organisation", "alert", "user"]),
  );
  // The service includes the end.
  expect([read.from, read.until]).toEqual([Date.UTC(2031, 0, 1), Date.UTC(2031, 0, 2) + 1]);
});

test("rejects a value that no event can have, with its field, before any request", () => {
  const cases = [
    "severity:high",
    "type:1|two",
    "source:space",
    "alert:perhaps",
    "ip_address:10.0.0",
    "type:1|2|3|4|5|6|7",
    "severity:1|2",
    "endpoint:1|",
    "from:yesterday,until:2031-01-02T00:00:00Z",
    "colour:red",
    "from:2031-01-01T00:00:00Z",
  ];
  for (const filter of cases)
    expect(() => readFilter(filter)).toThrow(expect.objectContaining({ code: "filter-invalid" }));
  expect(readFilter("ip_address:2001:db8::1").terms).toEqual([{ field: "ip_address", value: "2001:db8::1" }]);
});

test("narrows the spans of filter and query to their intersection", () => {
  const filter = readFilter("from:2031-01-01T00:00:00Z,until:2031-01-10T00:00:00Z");
  expect(narrowed(filter, { from: Date.UTC(2031, 0, 5) })).toEqual({
    from: Date.UTC(2031, 0, 5),
    until: Date.UTC(2031, 0, 10) + 1,
  });
  expect(() => narrowed(filter, { from: Date.UTC(2031, 0, 20) })).toThrow(
    expect.objectContaining({ code: "invalid-input", details: { field: "until" } }),
  );
});

test("a query without dates covers the last 30 days; one end is enough to move it", () => {
  expect(storedQuestion(plain, 1, now)).toMatchObject({
    requested: { from: now - 30 * dayMs, until: now },
    until: Number.MAX_SAFE_INTEGER,
  });
  expect(storedQuestion({ ...plain, from: now - 2 * dayMs }, 1, now)).toMatchObject({
    requested: { from: now - 2 * dayMs, until: now },
  });
  expect(storedQuestion({ ...plain, until: 40 * dayMs }, 1, now)).toMatchObject({
    from: 10 * dayMs,
    until: 40 * dayMs,
  });
  // Events ahead of the clock may exist by the time they are read.
  expect(storedQuestion({ ...plain, from: now + 5 }, 1, now)).toMatchObject({
    requested: { from: now + 5, until: now + 6 },
  });
});
