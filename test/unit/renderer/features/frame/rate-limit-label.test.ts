import { expect, test } from "vitest";
import { rateLimitLabel } from "../../../../../renderer/features/frame/rate-limit-label.ts";

const now = new Date(2026, 10, 23, 14, 2, 30).getTime();

test("a service that asks to wait delays every request, and the sentence says until when", () => {
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "service" }, now)).toEqual({
    text: "requests paused for 30 s",
    title: "The service limits all requests until 14:03.",
  });
});

test("a reserve is promised only where the core has one", () => {
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "ceiling", reserve: true }, now)).toEqual({
    text: "background requests paused for 30 s",
    title:
      "The request limit of the connection is used up until 14:03. Requests you make yourself have a reserve and are not delayed.",
  });
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "ceiling" }, now).title).toBe(
    "The request limit of the connection is used up until 14:03.",
  );
});
