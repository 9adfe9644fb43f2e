/** When a message is checked again, and what silence means. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliverySchema, replySchema, type Delivery, type Reply } from "#shared/contract/campaigns/campaign-schemas.ts";
import {
  firstWatchMs,
  evaluateWatch,
  type ListKind,
  type Watched,
  type WatchOptions,
  type WatchVerdict,
} from "../../../../../main/features/campaigns/watching/evaluate-watch.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const plain: WatchOptions = { watchHours: 24 };
const withReply: WatchOptions = { watchHours: 24, expect: { pattern: "OK", withinMinutes: 60 } };

function evaluate(options: WatchOptions, seen: Partial<Watched> & { readonly readAt: number }): WatchVerdict {
  return evaluateWatch(options, {
    acceptedAt: 0,
    delivery: undefined,
    reply: undefined,
    watches: 3,
    list: "complete",
    ...seen,
  });
}

describe("a message without an expected reply", () => {
  it("is checked first after 15 seconds, and not at all without delivery checks", () => {
    expect([firstWatchMs(plain), firstWatchMs({ watchHours: 0 }), firstWatchMs({})]).toEqual([
      15_000,
      undefined,
      undefined,
    ]);
  });

  it("is checked at growing intervals, up to once an hour", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((watches) => evaluate(plain, { readAt: 0, watches }).watchAt);
    const expected = [30_000, minuteMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs, 30 * minuteMs];
    expect(waits).toEqual([...expected, hourMs, hourMs, hourMs]);
  });

  it("is not checked once its status is final or its hours are over", () => {
    const left = { reply: undefined, watchAt: undefined };
    expect(evaluate(plain, { readAt: minuteMs, delivery: "delivered" })).toEqual(left);
    expect(evaluate(plain, { readAt: 24 * hourMs, delivery: "buffered" })).toEqual(left);
  });

  it("is checked once more when its hours end", () => {
    expect(evaluate(plain, { readAt: 24 * hourMs - 1, watches: 9 }).watchAt).toBe(24 * hourMs);
  });
});

describe("a message with an expected reply", () => {
  it("is checked after its delivery too, and at the end of the reply's time at the latest", () => {
    const seen = { readAt: 59 * minuteMs, delivery: "delivered", watches: 6 } as const;
    expect(evaluate(withReply, seen)).toEqual({ reply: undefined, watchAt: hourMs });
  });

  it("is silent only after that time, and only by a complete list", () => {
    const seen = { readAt: hourMs, delivery: "delivered" } as const;
    expect(evaluate(withReply, seen)).toEqual({ reply: "silent", watchAt: undefined });
    expect(evaluate(withReply, { ...seen, list: "partial" }).reply).toBeUndefined();
    expect(evaluate(withReply, { ...seen, list: "unread" }).watchAt).toBeGreaterThan(hourMs);
  });

  it("is unknown when no list could be read until the end", () => {
    expect(evaluate(withReply, { readAt: 24 * hourMs, list: "unread" })).toEqual({
      reply: "unknown",
      watchAt: undefined,
    });
  });

  it("is not checked for a reply when the message did not reach the device", () => {
    expect(evaluate(withReply, { readAt: minuteMs, delivery: "failed" })).toEqual({
      reply: "silent",
      watchAt: undefined,
    });
  });

  it("may get the expected reply after another one in time", () => {
    const seen = { readAt: minuteMs, delivery: "delivered", reply: "otherwise" } as const;
    expect(evaluate(withReply, seen)).toMatchObject({ reply: "otherwise", watchAt: expect.any(Number) });
    expect(evaluate(withReply, { ...seen, readAt: hourMs })).toEqual({ reply: "otherwise", watchAt: undefined });
  });

  it("is not checked when the expected reply and the delivery have arrived", () => {
    const seen = { readAt: minuteMs, delivery: "delivered", reply: "as-expected" } as const;
    expect(evaluate(withReply, seen)).toEqual({ reply: "as-expected", watchAt: undefined });
  });

  it("is checked as long as its reply may arrive, beyond the hours", () => {
    const long: WatchOptions = { watchHours: 1, expect: { pattern: "OK", withinMinutes: 300 } };
    expect(evaluate(long, { readAt: 2 * hourMs }).watchAt).toBeDefined();
    expect(evaluate(long, { readAt: 5 * hourMs }).reply).toBe("silent");
  });
});

describe("for any data", () => {
  const options = fc.record({
    watchHours: fc.integer({ min: 1, max: 168 }),
    expect: fc.option(fc.record({ pattern: fc.constant("OK"), withinMinutes: fc.integer({ min: 1, max: 10_080 }) }), {
      nil: undefined,
    }),
  });
  const seen = fc.record({
    acceptedAt: fc.constant(0),
    readAt: fc.integer({ min: 0, max: 400 * hourMs }),
    delivery: fc.constantFrom<(Delivery | undefined)[]>(undefined, ...deliverySchema.options),
    reply: fc.constantFrom<(Reply | undefined)[]>(undefined, ...replySchema.options.filter((one) => one !== "waiting")),
    watches: fc.nat(40),
    list: fc.constantFrom<ListKind[]>("complete", "partial", "unread"),
  });

  it("the next check is later than this one, and there is a last one", () => {
    fc.assert(
      fc.property(options, seen, (watchOptions, watched) => {
        const { watchAt } = evaluateWatch(watchOptions, watched);
        if (watchAt !== undefined) expect(watchAt).toBeGreaterThan(watched.readAt);
        if (watched.readAt >= 170 * hourMs) expect(watchAt).toBeUndefined();
      }),
    );
  });

  it("an expected reply has a status when checks end, and a known status stays", () => {
    fc.assert(
      fc.property(options, seen, (watchOptions, watched) => {
        const { watchAt, reply } = evaluateWatch(watchOptions, watched);
        if (watchAt === undefined && watchOptions.expect !== undefined) expect(reply).toBeDefined();
        if (watched.reply !== undefined) expect(reply).toBe(watched.reply);
        if (reply === "silent" && watched.reply === undefined) expect(watched.list).toBe("complete");
      }),
    );
  });
});
