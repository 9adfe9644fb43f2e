import fc from "fast-check";
import { expect, test } from "vitest";
import { authorizationValue, createCallHeaders } from "../../../main/api/auth-header.ts";
import { createDialect, translateFilter, translateSort } from "../../../main/api/dialect.ts";
import type { Dialect } from "../../../main/api/dialect.ts";

const auto = {
  separator: "auto",
  quotaPath: "auto",
  filterNames: "auto",
  sourceAddress: "auto",
  smsAutoRefill: "auto",
} as const;
const forgetful = { load: () => ({}), save: () => undefined };

test("begins with the specification's forms, none of them settled", () => {
  const dialect = createDialect(auto, forgetful);
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

test("saves all that is known when a point is settled, once", () => {
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

test("a forced point is settled, wins over memory and is never saved", () => {
  const saved: Partial<Dialect>[] = [];
  const memory = {
    load: () => ({ separator: "nbsp" }) as const,
    save: (values: Partial<Dialect>) => void saved.push(values),
  };
  const dialect = createDialect({ ...auto, separator: "space" }, memory);
  dialect.confirm("separator", "nbsp");
  expect([dialect.separator(), saved]).toEqual([{ form: "space", isConfirmed: true }, []]);
});

test("renames the fields that differ and nothing else", () => {
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

test("translating to the live names and back gives the specification's filter again", () => {
  const field = fc.constantFrom("id", "name", "ipAddress", "iccid");
  const pair = fc.tuple(field, fc.stringMatching(/^[^,]*$/)).map(([name, criteria]) => `${name}:${criteria}`);
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1 }), (pairs) => {
      const q = pairs.join(",");
      expect(translateFilter("endpoint", translateFilter("endpoint", q, "live"), "spec")).toBe(q);
    }),
  );
});

test("the non-breaking space is one latin1 byte", () => {
  expect([...Buffer.from(authorizationValue("T", "nbsp"), "latin1")]).toEqual([66, 101, 97, 114, 101, 114, 0xa0, 84]);
});

test("headers are built once per token and separator", () => {
  const headers = createCallHeaders();
  const first = headers.for("A", "nbsp", true);
  expect(headers.for("A", "nbsp", true)).toBe(first);
  expect(headers.for("B", "nbsp", true)).not.toBe(first);
  expect(headers.for("A", "space", false)).not.toContain("content-type");
});
