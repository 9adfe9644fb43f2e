import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAddress, home, parseAddress, withQuery } from "../../../../renderer/lib/address.ts";

test("round-trips any address", () => {
  const text = fc.string({ minLength: 1, unit: "binary" }).filter((value) => value.isWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.dictionary(text, text), (path, query) => {
      const address = { path, query: { ...query } };
      expect(parseAddress(`#${formatAddress(address)}`)).toEqual(address);
    }),
  );
});

test.each(["", "#", "#/", "#/%E0%A4%A", "///"])("parses %j as the start page", (text) => {
  expect(parseAddress(text)).toEqual(home);
});

test("sets single query values, and removes undefined ones", () => {
  const address = { path: ["fleet"], query: { filter: "status:1", open: "17" } };
  expect(withQuery(address, { open: undefined, sort: "name" }).query).toEqual({ filter: "status:1", sort: "name" });
});
