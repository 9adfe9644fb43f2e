import { formatDuration } from "#shared/format.ts";
import { t } from "#shared/texts/text.ts";
import { expect, test } from "vitest";
import { rateLimitLabel } from "../../../../../renderer/app/frame/rate-limit-label.ts";

const now = new Date(2026, 10, 23, 14, 2, 30).getTime();

test("states until when every request is delayed if the service demands a pause", () => {
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "service" }, now)).toEqual({
    text: t(($) => $.shell.rateLimit.requestsPaused, { duration: formatDuration(30_000) }),
    title: t(($) => $.shell.rateLimit.serviceLimitUntil, { until: "14:03" }),
  });
});

test("mentions a reserve only if main has one", () => {
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "ceiling", reserve: true }, now)).toEqual({
    text: t(($) => $.shell.rateLimit.backgroundPaused, { duration: formatDuration(30_000) }),
    title: t(($) => $.shell.rateLimit.connectionLimitReserve, { until: "14:03" }),
  });
  expect(rateLimitLabel({ waitingMs: 30_000, limitedBy: "ceiling" }, now).title).toBe(
    t(($) => $.shell.rateLimit.connectionLimitUntil, { until: "14:03" }),
  );
});
