/** Lookups over real HTTP: what proves that a message was not sent, and what does not. */
import { codedText } from "#shared/texts/coded-text.ts";
import { expect, onTestFinished, test } from "vitest";
import { createAbsences, type RecordClock } from "../../../../main/features/campaigns/running/list-evaluator.ts";
import { createReconciler, retryPolicies } from "../../../../main/features/campaigns/running/reconciler.ts";
import type { Probe } from "../../../../main/features/campaigns/running/service-wait.ts";
import type { CampaignStore } from "../../../../main/features/campaigns/ledger/sqlite-ledger.ts";
import type { Ledger, UnknownRow, Verdict } from "../../../../main/core/jobs/ledger.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { createMemoryLedger } from "../../../fakes/memory-ledger.ts";
import { httpAnswer, startOddService } from "../../../fakes/odd-service.ts";
import { makeApiClient, makeTransport } from "../../../make/api-client.ts";
import { holder } from "../../../make/campaign-database.ts";

const graceMs = 60_000;

interface ListAnswer {
  readonly body?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection breaks instead. */
  readonly cut?: boolean;
  /** Runs between the request and its response. */
  readonly beforeAnswer?: (clock: FakeClock) => void | Promise<void>;
}

interface LookUps {
  readonly clock: FakeClock;
  /** One lookup of the row, after this number of earlier ones, with this response. */
  readonly look: (answer: ListAnswer, checks?: number) => Promise<Verdict | undefined>;
}

/** A row whose response was just lost; `listed` are cached SMS of its endpoint. */
async function open({
  listed = [],
  maxBodyBytes,
  probe = { kind: "answered" },
  competitors = 0,
  sample,
}: {
  readonly listed?: readonly string[];
  /** Number of other messages with the same text that have no answer yet. */
  readonly competitors?: number;
  readonly maxBodyBytes?: number;
  readonly probe?: Probe;
  /** The list of another endpoint, with which the record clock is measured. */
  readonly sample?: ListAnswer;
} = {}): Promise<LookUps> {
  const clock = createFakeClock();
  const row: UnknownRow = {
    row: 1,
    target: "1",
    text: "CHK",
    attempt: 1,
    proven: false,
    isResendable: true,
    intentAt: clock.now(),
    intentOffsetMs: 0,
    since: clock.now(),
    checks: 0,
  };
  let next: ListAnswer = {};
  const service = await startOddService(({ path }, socket) => {
    const answer = path.includes("/endpoint/2/") ? (sample ?? {}) : next;
    const { body = "[]", status = 200, headers = {}, cut = false, beforeAnswer } = answer;
    if (cut) return void socket.destroy();
    void Promise.resolve(beforeAnswer?.(clock)).then(() => socket.write(httpAnswer(status, headers, body)));
  });
  const transport = makeTransport(service.baseUrl, maxBodyBytes === undefined ? {} : { maxBodyBytes });
  const api = makeApiClient(service.baseUrl, { transport });
  onTestFinished(async () => {
    await Promise.all([transport.close(), service.close()]);
  });
  const due: UnknownRow[] = [];
  const verdicts: Verdict[] = [];
  const plain = createMemoryLedger(clock, 1);
  const ledger: Ledger = {
    ...plain,
    dueUnknown: () => Promise.resolve({ rows: due.splice(0), nextAt: undefined }),
    reconcile: (results) => {
      verdicts.push(...results);
      return plain.counts();
    },
  };
  const owned = { ids: [], nameless: 0, competitors, recent: [] };
  const recordClock: RecordClock = { offsetMs: 0, toleranceMs: 60_000 };
  const reconciler = createReconciler({
    api,
    store: { ownedSms: () => Promise.resolve(owned) } as unknown as CampaignStore,
    ledger,
    clock,
    steadyNow: () => clock.monotonic(),
    log: createFakeLog(),
    proof: {
      absences: createAbsences(() => clock.monotonic()),
      recordClocks: {
        accepted: () => undefined,
        of: async (_connection, read) => {
          if (sample !== undefined) await read("2");
          return recordClock;
        },
      },
      listedIds: () => Promise.resolve(listed),
    },
    holder,
    connection: 1,
    campaign: 1,
    sourceAddress: "4911",
    graceMs,
    whenNotListed: "send",
    retries: retryPolicies.run,
    probe: () => Promise.resolve(probe),
  });
  return {
    clock,
    look: async (answer, checks = 0) => {
      next = answer;
      due.push({ ...row, checks });
      await reconciler.round(new AbortController().signal);
      return verdicts.pop();
    },
  };
}

const notYet = { kind: "still-unknown", code: "not-listed-yet" };
const record = (fields: object): string =>
  JSON.stringify([{ id: 7, payload: "CHK", source_address: "4911", submit_date: "2031-01-01 00:00:01", ...fields }]);

test("three complete reads without the message, spread over twice the grace period, prove that it was not sent", async () => {
  const { clock, look } = await open();
  expect(await look({})).toMatchObject({ ...notYet, nextCheckAt: graceMs });
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject({ ...notYet, nextCheckAt: 2 * graceMs });
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject({ ...notYet, nextCheckAt: 3 * graceMs });
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject({ row: 1, kind: "not-sent" });
});

test("a wall clock that is set forward or back neither shortens nor blocks the proof", async () => {
  const { clock, look } = await open();
  await look({});
  clock.jump(3_600_000);
  expect(await look({})).toMatchObject({ ...notYet, nextCheckAt: graceMs });
  clock.jump(-7_200_000);
  for (let reading = 1; reading <= 3; reading += 1) {
    await clock.advance(graceMs);
    const verdict = await look({});
    expect(verdict?.kind).toBe(reading === 3 ? "not-sent" : "still-unknown");
  }
});

test("a list that was requested within the grace period does not count, however late it arrives", async () => {
  const { clock, look } = await open();
  await look({});
  await clock.advance(graceMs - 1_000);
  expect(await look({ beforeAnswer: (now) => now.advance(graceMs) })).toMatchObject(notYet);
  await clock.advance(graceMs);
  await look({});
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject(notYet);
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject({ kind: "not-sent" });
});

test("a message that only the third read contains was accepted", async () => {
  const { clock, look } = await open();
  await look({});
  for (let reading = 1; reading <= 2; reading += 1) {
    await clock.advance(graceMs);
    await look({});
  }
  await clock.advance(graceMs);
  expect(await look({ body: record({}) })).toMatchObject({ kind: "accepted", reference: "7" });
});

test.each([
  ["an empty body", { body: "" }],
  ["null", { body: "null" }],
  ["an object", { body: "{}" }],
  ["a first page of several", { headers: { "x-total-pages": "2" } }],
  ["a response from a cache", { headers: { age: "30" } }],
])("%s proves nothing", async (_name, answer) => {
  const { clock, look } = await open();
  await look({});
  for (let reading = 0; reading < 4; reading += 1) {
    await clock.advance(graceMs);
    expect(await look(answer)).toMatchObject({ kind: "still-unknown", code: "list-incomplete" });
  }
});

test("a list proves nothing if it lacks a cached record of the last day, or a record that it contained before", async () => {
  const { clock, look } = await open({ listed: ["5"] });
  await look({});
  await clock.advance(graceMs);
  expect(await look({})).toMatchObject({ kind: "still-unknown", code: "list-stale" });
  const other = record({ id: 5, payload: "other" });
  expect(await look({ body: other })).toMatchObject(notYet);
  expect(await look({ body: record({ id: 6, payload: "other" }) })).toMatchObject({ code: "list-stale" });
});

test.each([[404], [405], [501]])("after a %d response, waits for an operator immediately", async (status) => {
  const { look } = await open();
  expect(await look({ status })).toMatchObject({
    kind: "still-unknown",
    code: `http-${status}`,
    nextCheckAt: undefined,
  });
});

test("an unreadable list counts as a check if the service answers a probe, and does not if it does not", async () => {
  const reachable = await open();
  expect(await reachable.look({ cut: true })).toMatchObject({ kind: "still-unknown", code: "connection-lost" });
  const offline = await open({ probe: { kind: "no-answer", message: codedText("connection-lost") } });
  await expect(offline.look({ cut: true })).rejects.toMatchObject({ code: "connection-lost" });
});

test.each<[string, ListAnswer]>([
  ["does not exist", { status: 404 }],
  ["is too large", { body: "[]".padEnd(2_000) }],
  ["breaks off", { cut: true }],
])("a sample whose list %s is not charged to the message that is looked up", async (_name, sample) => {
  const { look } = await open({ maxBodyBytes: 1_000, sample });
  expect(await look({})).toMatchObject({ ...notYet, nextCheckAt: graceMs });
});

test("a sample that is throttled ends the round of look-ups", async () => {
  const { look } = await open({ sample: { status: 429 } });
  await expect(look({})).rejects.toMatchObject({ details: { kind: "throttled" } });
});

test("look-ups become rare, and never end, while another message with the same text has no answer", async () => {
  const { look } = await open({ competitors: 1 });
  const underWay = { kind: "still-unknown", code: "same-text-under-way" };
  expect(await look({})).toMatchObject({ ...underWay, nextCheckAt: 1_000 });
  expect(await look({}, 1)).toMatchObject({ ...underWay, nextCheckAt: 2_000 });
  expect(await look({}, 100)).toMatchObject({ ...underWay, nextCheckAt: 60_000 });
});

test("a list above the size limit for a body waits for an operator immediately", async () => {
  const { look } = await open({ maxBodyBytes: 20 });
  expect(await look({ body: record({}) })).toMatchObject({ kind: "still-unknown", nextCheckAt: undefined });
});
