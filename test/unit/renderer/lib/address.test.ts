import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAddress, home, parseAddress, withQuery } from "../../../../renderer/lib/address.ts";

test("any address reads back as it was written", () => {
  const text = fc.string({ minLength: 1, unit: "binary" }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.dictionary(text, text), (path, query) => {
      const address = { path, query: { ...query } };
      expect(parseAddress(`#${formatAddress(address)}`)).toEqual(address);
    }),
  );
});

test.each(["", "#", "#/", "#/%E0%A4%A", "///"])("%j leads home", (text) => {
  expect(parseAddress(text)).toEqual(home);
});

test("a query is changed value by value, and loses what is undefined", () => {
  const address = { path: ["fleet"], query: { filter: "status:1", open: "17" } };
  expect(withQuery(address, { open: undefined, sort: "name" }).query).toEqual({ filter: "status:1", sort: "name" });
});
