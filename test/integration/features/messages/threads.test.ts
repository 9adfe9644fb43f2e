import { expect, test } from "vitest";
import type { JsonRecord } from "#shared/contract/kit.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { openCore } from "../../../make/core.ts";

const endpoint = "70001";
const silent = { replyRate: 0, asleepRate: 0, failedRate: 0, expiredRate: 0 };

/** The visible text of a line. */
function visibleFields({ payload, direction, delivery, owned, record }: Message): unknown {
  return [payload, direction, delivery, owned?.outcome, record !== undefined];
}

test("a thread that was never read reports that, and contains what was sent from here", async () => {
  await using core = await openCore();
  const { client } = core;
  expect(await client.sms.thread({ endpoint })).toEqual({ items: [], open: false });
  const { smsId } = await client.sms.send({ endpoint, from: "4911", text: "hello €" });
  const { items, open, asOf } = await client.sms.thread({ endpoint });
  expect(asOf).toBeUndefined();
  expect(open).toBe(true);
  expect(items).toMatchObject([
    { id: smsId, payload: "hello €", segments: 1, delivery: "unknown", owned: { outcome: "accepted", row: 1 } },
  ]);
});

test("a list that was read is cached, also over a restart, and a message keeps its key", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { smsId } = await core.client.sms.send({ endpoint, from: "4911", text: "hello" });
  const before = await core.client.sms.thread({ endpoint });
  const listed = await core.client.sms.list({ endpoint });
  await core.restart();
  const after = await core.client.sms.thread({ endpoint });
  expect(after.asOf).toBe(listed.asOf);
  expect(after.items.map(({ key, id, owned }) => [key, id, owned?.outcome])).toEqual([
    [before.items[0]?.key, smsId, "accepted"],
  ]);
  expect(after.items[0]?.record).toEqual(listed.items[0]?.record);
});

test("without the service a list fails and the thread is unchanged", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client } = core;
  await client.sms.send({ endpoint, from: "4911", text: "hello" });
  await client.sms.list({ endpoint });
  const before = await client.sms.thread({ endpoint });
  core.setFaults({ kind: "reset-before", rate: 1, on: "sms.list" });
  await expect(client.sms.list({ endpoint })).rejects.toMatchObject({ code: expect.any(String) });
  expect(await client.sms.thread({ endpoint })).toEqual(before);
});

test("a rejected message and one with a lost response are separate lines, in the thread and in the overview", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client } = core;
  const send = (text: string): Promise<{ outcome: string }> => client.sms.send({ endpoint, from: "4911", text });
  core.setFaults(
    { kind: "reset-before", rate: 1, on: "sms.send" },
    { kind: "refuse", rate: 1, status: 404, on: "sms.list" },
  );
  const lost = await send("lost");
  core.setFaults({ kind: "refuse", rate: 1, on: "sms.send" });
  const rejected = await send("refused");
  core.setFaults();
  await send("fine");
  await client.sms.list({ endpoint });
  const { items, open } = await client.sms.thread({ endpoint });
  expect([lost.outcome, rejected.outcome, open]).toEqual(["unknown", "refused", true]);
  const lines = [
    ["fine", "mt", expect.any(String), "accepted", true],
    ["refused", "mt", "unknown", "refused", false],
    ["lost", "mt", "unknown", "unknown", false],
  ];
  expect(items.map(visibleFields)).toEqual(lines);
  expect((await client.sms.recent({})).items.map(visibleFields)).toEqual(lines);
  expect((await client.sms.recent({ outcome: ["unknown"] })).items.map(visibleFields)).toEqual(lines.slice(2));
  expect((await client.sms.recent({ outcome: ["refused"] })).items.map(visibleFields)).toEqual(lines.slice(1, 2));
});

test("the overview contains the same lines, and finds them by text, sender, endpoint and name", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client } = core;
  await client.sms.send({ endpoint: "70001", from: "4911", text: "Status BATTERY" });
  await client.sms.send({ endpoint: "70002", from: "4922", text: "reset" });
  await client.sms.list({ endpoint: "70001" });
  const { items, threads, nextCursor } = await client.sms.recent({});
  expect([items.map(({ payload }) => payload), threads, nextCursor]).toEqual([
    ["reset", "Status BATTERY"],
    1,
    undefined,
  ]);
  const name = items[1]?.name ?? "";
  expect(name).not.toBe("");
  const searchMessages = async (search: string): Promise<readonly unknown[]> =>
    (await client.sms.recent({ search })).items.map(({ payload }) => payload);
  expect(await searchMessages("battery")).toEqual(["Status BATTERY"]);
  expect(await searchMessages("4922")).toEqual(["reset"]);
  expect(await searchMessages("70001")).toEqual(["Status BATTERY"]);
  expect(await searchMessages(name.toUpperCase())).toContain("Status BATTERY");
  expect(await searchMessages("nowhere")).toEqual([]);
  expect((await client.sms.recent({ outcome: ["accepted"] })).items).toHaveLength(2);
  expect((await client.sms.recent({ outcome: ["unknown"] })).items).toEqual([]);
  expect((await client.sms.recent({ direction: "mo" })).items).toEqual([]);
});

test("pages of the overview contain every line once, for any content", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client } = core;
  for (let number = 0; number < 7; number += 1) {
    await client.sms.send({ endpoint: String(70001 + (number % 3)), from: "4911", text: `text ${number}` });
  }
  await client.sms.list({ endpoint: "70001" });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.sms.recent({ limit: 2, cursor });
    seen.push(...page.items.map(({ payload }) => payload ?? ""));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, number) => `text ${number}`));
  const { nextCursor } = await client.sms.recent({ limit: 2 });
  await expect(client.sms.recent({ search: "text", cursor: nextCursor })).rejects.toMatchObject({
    code: "cursor-invalid",
  });
});

test("the default sender is proposed before the recent ones, of which the last is first", async () => {
  await using core = await openCore();
  for (const from of ["4911", "4922", "4911"]) await core.client.sms.send({ endpoint, from, text: "x" });
  expect(await core.client.sms.senders({})).toEqual({ senders: ["4911", "4922"] });
  await core.client.connections.setOptions({ connection: "practice", options: { defaultSender: "4922" } });
  expect(await core.client.sms.senders({})).toEqual({ senders: ["4922", "4911"] });
});

test("a deleted connection leaves no messages behind", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client } = core;
  await client.sms.send({ endpoint, from: "4911", text: "hello" });
  await client.sms.list({ endpoint });
  await core.connect("other");
  await client.connections.delete({ connection: "practice" });
  await client.connections.use({ connection: "other" });
  expect(await client.sms.recent({})).toEqual({ items: [], threads: 0 });
  expect(await client.sms.thread({ endpoint })).toEqual({ items: [], open: false });
});

test("new records of a list are published", async () => {
  await using core = await openCore({ simulator: { smsLife: silent } });
  const { client, app } = core;
  await client.sms.send({ endpoint, from: "4911", text: "hello" });
  const notifications: JsonRecord[] = [];
  const stop = app.on("sms.changed", (payload) => notifications.push(payload));
  await client.sms.list({ endpoint });
  const first = notifications.length;
  stop();
  expect([first, notifications[0]]).toEqual([1, { connection: "practice", endpoint }]);
});

test("a reply in a list names the command it belongs to, and the thread is complete", async () => {
  await using core = await openCore({
    simulator: {
      smsLife: { ...silent, pendingMs: 1, bufferedMs: [1, 1], replyRate: 1 },
    },
  });
  const { client, simulator } = core;
  const { smsId } = await client.sms.send({ endpoint, from: "4911", text: "STATUS", expect: { pattern: "." } });
  simulator.advance(60_000);
  await client.sms.list({ endpoint });
  const { items, open } = await client.sms.thread({ endpoint });
  expect(items.map(({ direction, answers, owned }) => [direction, answers, owned?.reply])).toEqual([
    ["mo", smsId, undefined],
    ["mt", undefined, "as-expected"],
  ]);
  expect([items[1]?.owned?.replyId, open]).toEqual([items[0]?.id, false]);
});
