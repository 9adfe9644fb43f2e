import fc from "fast-check";
import { expect, test } from "vitest";
import { authorizationValue, createCallHeaders } from "../../../../main/core/api/authenticate.ts";
import { createDialect, translateFilter, translateSort, type Dialect } from "../../../../main/core/api/dialect.ts";

const auto = {
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
} as const;
const unsaved = { load: () => ({}), save: () => undefined };

test("begins with the specification's forms, all undecided", () => {
  const dialect = createDialect(auto, unsaved);
  expect([
    dialect.separator(),
    dialect.quotaPath(),
    dialect.filterNames(),
    dialect.sourceAddress(),
    dialect.smsAutoRefill(),
  ]).toEqual([
    { form: "nbsp", isConfirmed: false },
    { form: "literal", isConfirmed: false },
    { form: "spec", isConfirmed: false },
    { form: "number", isConfirmed: false },
    { form: "number", isConfirmed: false },
  ]);
});

test("saves all detected points once when a point is decided", () => {
  const saved: Partial<Dialect>[] = [];
  const dialect = createDialect(auto, {
    load: () => ({ quotaPath: "prefixed" }),
    save: (values) => void saved.push(values),
  });
  dialect.confirm("separator", "space");
  dialect.confirm("separator", "space");
  expect(saved).toEqual([{ quotaPath: "prefixed", separator: "space" }]);
  expect(dialect.quotaPath()).toEqual({ form: "prefixed", isConfirmed: true });
});

test("a point set by an option is confirmed, overrides memory and is never saved", () => {
  const saved: Partial<Dialect>[] = [];
  const memory = {
    load: () => ({ separator: "nbsp" }) as const,
    save: (values: Partial<Dialect>) => void saved.push(values),
  };
  const dialect = createDialect({ ...auto, separator: "space" }, memory);
  dialect.confirm("separator", "nbsp");
  expect([dialect.separator(), saved]).toEqual([{ form: "space", isConfirmed: true }, []]);
});

test("renames only the fields that differ", () => {
  expect([
    translateFilter("endpoint", "ipAddress:10.0,name:ipAddress:x", "live"),
    translateFilter("sim", "msisdns:42,iccid:8988", "live"),
    translateFilter("sim", "msisdn:42", "spec"),
    translateFilter("user", "ipAddress:1", "live"),
    translateSort("endpoint", "-ipAddress,+name", "live"),
  ]).toEqual([
    "ip_address:10.0,name:ipAddress:x",
    "msisdn:42,iccid:8988",
    "msisdns:42",
    "ipAddress:1",
    "-ip_address,+name",
  ]);
});

test("translating a filter to the live names and back returns the original", () => {
  const field = fc.constantFrom("id", "name", "ipAddress", "iccid");
  const pair = fc.tuple(field, fc.stringMatching(/^[^,]*$/)).map(([name, criteria]) => `${name}:${criteria}`);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
      const q = pairs.join(",");
      expect(translateFilter("endpoint", translateFilter("endpoint", q, "live"), "spec")).toBe(q);
    }),
  );
});

test("encodes the non-breaking space as one latin1 byte", () => {
  expect([...Buffer.from(authorizationValue("T", "nbsp"), "latin1")]).toEqual([66, 101, 97, 114, 101, 114, 0xa0, 84]);
});

test("builds headers once per token and separator", () => {
  const headers = createCallHeaders();
  const first = headers.for("A", "nbsp", true);
  expect(headers.for("A", "nbsp", true)).toBe(first);
  expect(headers.for("B", "nbsp", true)).not.toBe(first);
  expect(headers.for("A", "space", false)).not.toContain("content-type");
});
