import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { TopicPayloads } from "#shared/contract/kit.ts";
import { createTopics, type Topics } from "../../../../main/core/ipc/router.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog, type FakeLog } from "../../../fakes/fake-log.ts";

const contract = {
  jobs: {
    operations: {},
    topics: {
      "jobs.changed": z.object({ id: z.string() }),
      "jobs.progress": z.object({ id: z.string(), done: z.number() }),
    },
  },
} as const;

function setUp(): { topics: Topics<TopicPayloads<typeof contract>>; clock: FakeClock; log: FakeLog; values: number[] } {
  const clock = createFakeClock();
  const log = createFakeLog();
  const topics = createTopics(contract, { clock, log, progress: { "jobs.progress": ({ id }) => id } });
  const values: number[] = [];
  topics.on("jobs.progress", ({ done }) => values.push(done));
  return { topics, clock, log, values };
}

describe("topics", () => {
  test("reach only the listeners of their name", () => {
    const { topics, values } = setUp();
    const changed: string[] = [];
    topics.on("jobs.changed", ({ id }) => changed.push(id));
    topics.publish("jobs.changed", { id: "a" });
    expect([changed, values]).toEqual([["a"], []]);
  });

  test("do not reach a listener after it has unsubscribed", () => {
    const { topics } = setUp();
    const changed: string[] = [];
    const stop = topics.on("jobs.changed", ({ id }) => changed.push(id));
    stop();
    topics.publish("jobs.changed", { id: "a" });
    expect(changed).toEqual([]);
  });

  test("are delivered in order: an end is not followed by earlier progress", async () => {
    const { topics, clock } = setUp();
    const topicNames: string[] = [];
    topics.onAny((topic) => topicNames.push(topic));
    topics.publish("jobs.progress", { id: "a", done: 1 });
    topics.publish("jobs.progress", { id: "a", done: 2 });
    topics.publish("jobs.changed", { id: "a" });
    await clock.advance(1000);
    expect(topicNames).toEqual(["jobs.progress", "jobs.progress", "jobs.changed"]);
  });

  test("call a function twice that is subscribed twice", () => {
    const { topics } = setUp();
    const changed: string[] = [];
    const listener = ({ id }: { id: string }): unknown => changed.push(id);
    topics.on("jobs.changed", listener);
    topics.on("jobs.changed", listener)();
    topics.publish("jobs.changed", { id: "a" });
    expect(changed).toEqual(["a"]);
  });

  test("reach the other listeners when one throws", () => {
    const { topics, log } = setUp();
    const changed: string[] = [];
    topics.on("jobs.changed", () => {
      throw new Error("broken listener");
    });
    topics.on("jobs.changed", ({ id }) => changed.push(id));
    topics.publish("jobs.changed", { id: "a" });
    expect(changed).toEqual(["a"]);
    expect(log.text()).toContain("broken listener");
  });

  test("drop fields that the contract does not declare", () => {
    const { topics } = setUp();
    const all: unknown[] = [];
    topics.onAny((topic, payload) => all.push([topic, payload]));
    topics.publish("jobs.changed", { id: "a", token: "secret" } as { id: string });
    expect(all).toEqual([["jobs.changed", { id: "a" }]]);
  });
});

describe("progress topics", () => {
  test("deliver the first value at once and the latest after the interval", async () => {
    const { topics, clock, values } = setUp();
    for (const done of [1, 2, 3]) topics.publish("jobs.progress", { id: "a", done });
    expect(values).toEqual([1]);
    await clock.advance(100);
    expect(values).toEqual([1, 3]);
  });

  test("deliver at most ten values a second and never lose the last", async () => {
    const { topics, clock, values } = setUp();
    for (let done = 0; done < 1000; done += 1) {
      topics.publish("jobs.progress", { id: "a", done });
      await clock.advance(1);
    }
    await clock.advance(200);
    expect(values.length).toBeLessThanOrEqual(12);
    expect(values.at(-1)).toBe(999);
  });

  test("throttle each key separately", () => {
    const { topics, values } = setUp();
    topics.publish("jobs.progress", { id: "a", done: 1 });
    topics.publish("jobs.progress", { id: "b", done: 2 });
    expect(values).toEqual([1, 2]);
  });

  test("deliver at once again after a pause, and leave no timer behind", async () => {
    const { topics, clock, values } = setUp();
    topics.publish("jobs.progress", { id: "a", done: 1 });
    await clock.advance(500);
    topics.publish("jobs.progress", { id: "a", done: 2 });
    expect(values).toEqual([1, 2]);
    await clock.advance(500);
    expect(clock.waiting).toBe(0);
  });

  test("deliver throttled values when the bus is flushed", () => {
    const { topics, clock, values } = setUp();
    topics.publish("jobs.progress", { id: "a", done: 1 });
    topics.publish("jobs.progress", { id: "a", done: 2 });
    topics.flush();
    expect(values).toEqual([1, 2]);
    expect(clock.waiting).toBe(0);
  });
});
