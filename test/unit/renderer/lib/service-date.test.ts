import { expect, test } from "vitest";
import { parseServiceDate } from "../../../../renderer/lib/service-date.ts";

test.each([
  "2031-04-02T09:15:00.000+0000",
  "2031-04-02T09:15:00.000Z",
  "2031-04-02T09:15:00Z",
  "2031-04-02T11:15:00+02:00",
  "2031-04-02 09:15:00",
])("parses %s as the same time", (text) => {
  expect(parseServiceDate(text)).toBe(Date.UTC(2031, 3, 2, 9, 15));
});

test.each(["", "yesterday", "2031-04-02", "2031-13-02T09:15:00Z", "12"])("rejects %j", (text) => {
  expect(parseServiceDate(text)).toBeUndefined();
});
