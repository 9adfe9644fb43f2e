import fc from "fast-check";
import { expect, test } from "vitest";
import { addressSchema } from "#shared/contract/shell.ts";
import { deepLinkAmong, parseDeepLink } from "../../../../main/platform/electron/deep-link.ts";

test.each([
  ["fleetdesk://fleet/endpoint?open=17", "/fleet/endpoint?open=17"],
  ["fleetdesk://fleet/endpoint/", "/fleet/endpoint"],
  ["FLEETDESK://fleet", "/fleet"],
  ["fleetdesk://", "/"],
  ["fleetdesk://fleet?filter=name%3AB%C3%A4r*", "/fleet?filter=name%3AB%C3%A4r*"],
  ["fleetdesk://fleet#part", "/fleet"],
])("%s opens %s", (link, address) => {
  expect(parseDeepLink(link)).toBe(address);
});

test.each([
  "https://fleet/endpoint",
  "fleetdesk:fleet",
  "fleetdesk://../../etc",
  "fleetdesk://fleet//x",
  "fleetdesk:///fleet",
  "fleetdesk://a\\b",
  "fleetdesk://a%2fb",
  "fleetdesk://a%5Cb",
  "fleetdesk://a%0ab",
  "fleetdesk://a b",
  'fleetdesk://a"><script>',
  "fleetdesk://a?x=%",
  `fleetdesk://${"a".repeat(2000)}`,
  "",
])("%s opens nothing", (link) => {
  expect(parseDeepLink(link)).toBeUndefined();
});

test("any text after the scheme yields an address of the contract or undefined", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
      const address = parseDeepLink(`fleetdesk://${text}`);
      expect(address === undefined || addressSchema.safeParse(address).success).toBe(true);
    }),
  );
});

test("the last link of the arguments is used", () => {
  expect(deepLinkAmong(["electron", ".", "fleetdesk://a", "--x", "fleetdesk://b"])).toBe("/b");
  expect(deepLinkAmong(["electron", ".", "--data-dir", "/tmp"])).toBeUndefined();
});
