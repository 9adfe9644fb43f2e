import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import type { ChangeSpec } from "../../../../main/core/journal/change.ts";
import type { Call, ChangeRef } from "../../../../main/core/api/caller.ts";
import type { WriteDb } from "../../../../main/core/store/db.ts";
import { createFakeClock } from "../../../fakes/fake-clock.ts";
import { useMemoryDatabase } from "../../../make/database.ts";
import { accepted, differencesOf, failed, journalQueries, openJournal } from "../../../make/journal.ts";

const database = useMemoryDatabase();
const connection = { id: 1, options: { reconcileAfterMs: 1000 } };
const spec: ChangeSpec = {
  resource: "stream",
  action: "create",
  readings: ["streams"],
  evidence: { by: "creation", matches: () => true },
  proof: { applied: (id) => codedText("proved-by-list", { id }), notApplied: codedText("proved-not-created") },
};

test.each([
  ["a rejection", { accepted: "no", kind: "refused", status: 422 }, "rejected"],
  ["a request that never reached the service", { accepted: "no", kind: "offline" }, "not-sent"],
  ["an answer that proves nothing", { accepted: undefined }, "unknown"],
] as const)("records the ending after %s, and throws it", async (_what, failure, state) => {
  const { journal, call } = openJournal(database());
  const send = (change: ChangeRef): Promise<unknown> => call(change, async () => failed(failure));
  await expect(journal.submit(spec, connection, { request: {}, send })).rejects.toMatchObject({
    code: "connection-lost",
  });
  expect(await journal.list(1, ["stream"])).toMatchObject([{ state, endedAt: expect.any(Number) as number }]);
});

test("leaves the outcome of an unforeseen error after the request unknown, and throws it", async () => {
  const { journal, call } = openJournal(database());
  const error = new Error("odd");
  const send = async (change: ChangeRef): Promise<never> => {
    await call(change, async () => accepted("501"));
    throw error;
  };
  await expect(journal.submit(spec, connection, { request: {}, send })).rejects.toBe(error);
  expect(await journal.list(1, ["stream"])).toMatchObject([
    { state: "unknown", endedAt: expect.any(Number) as number },
  ]);
});

test("throws what the API layer rejects before it sends, and leaves no change", async () => {
  const { journal } = openJournal(database());
  const error = new AppError("invalid-input", codedText("internal"));
  const send = (): Promise<never> => Promise.reject(error);
  await expect(journal.submit(spec, connection, { request: {}, send })).rejects.toBe(error);
  expect(await journal.list(1, ["stream"])).toEqual([]);
});

test("throws where a feature sends without the change", async () => {
  const { journal } = openJournal(database());
  const sent = journal.submit(spec, connection, { request: {}, send: async () => "501" });
  await expect(sent).rejects.toThrow("without its change");
});

test("stores the change and the audit's request before the request is sent", async () => {
  const { journal, call } = openJournal(database());
  const answer = async (): Promise<Call> => {
    expect(await journal.list(1, ["stream"])).toMatchObject([{ state: "sending", work: "change 1" }]);
    expect(differencesOf(database())).toEqual([]);
    return accepted("501");
  };
  const send = (change: ChangeRef): Promise<string | undefined> => call(change, answer);
  const result = await journal.submit(spec, connection, { request: {}, send, createdId: (id) => id });
  expect(result).toMatchObject({ outcome: "applied", change: { state: "applied", subject: "501" } });
});

test("sends nothing that it cannot store, and throws why", async () => {
  const full = new AppError("disk-full", codedText("internal"));
  const { journal, call } = openJournal(killedAt(database(), 1, full));
  let calls = 0;
  const send = (change: ChangeRef): Promise<unknown> =>
    call(change, async () => {
      calls += 1;
      return accepted();
    });
  await expect(journal.submit(spec, connection, { request: {}, send })).rejects.toBe(full);
  expect([calls, await journal.list(1, ["stream"])]).toEqual([0, []]);
});

test("readings after a restart with a clock that was set back are newer than the stored changes", async () => {
  const clock = createFakeClock();
  const { journal, call } = openJournal(database(), clock);
  const send = (change: ChangeRef): Promise<unknown> => call(change, async () => accepted("501"));
  const { change } = await journal.submit(spec, connection, { request: {}, send });
  clock.jump(-5 * 3_600_000);
  const { journal: restarted } = openJournal(database(), clock);
  await restarted.start();
  expect(restarted.startReading().asOf).toBeGreaterThan(change.endedAt ?? Infinity);
});

type Ending = "answered" | "rejected" | "without an id" | "proved by a list" | "disproved" | "stated by an operator";

/** Plays a change until its outcome is known. */
async function play(ending: Ending, db: WriteDb, id: number): Promise<void> {
  const clock = createFakeClock();
  const { journal, call } = openJournal(db, clock);
  journal.register(spec);
  const own = { ...connection, id };
  const record = { id: String(500 + id), record: {} };
  const answer = (): Call => {
    if (ending === "answered" || ending === "without an id")
      return accepted(ending === "answered" ? record.id : undefined);
    return failed(ending === "rejected" ? { accepted: "no", kind: "refused", status: 422 } : {});
  };
  const send = (change: ChangeRef): Promise<string | undefined> => call(change, async () => answer());
  await journal
    .submit(spec, own, { request: {}, previousIds: [], send, createdId: (one) => one })
    .catch((error: unknown) => {
      if (ending !== "rejected") throw error;
    });
  if (ending === "stated by an operator") {
    const [change] = await journal.list(id, ["stream"]);
    await journal.resolveByUser(id, change?.change ?? 0, "not-applied");
  }
  if (ending !== "proved by a list" && ending !== "disproved" && ending !== "without an id") return;
  await clock.advance(1000);
  const start = journal.startReading();
  const records = ending === "disproved" ? [] : [record];
  await journal.observe(own, { ...start, reading: "streams", isComplete: true, records });
}

/** A database of a process that is killed before its statement number `count`: what is not committed is lost. */
function killedAt(
  db: WriteDb,
  count: number,
  error: Error = new Error("killed"),
): WriteDb & { readonly isKilled: () => boolean } {
  let left = count;
  return { ...failingWhen(db, () => (left -= 1) <= 0, error), isKilled: () => left <= 0 };
}

function failingWhen(db: WriteDb, isFailing: () => boolean, error: Error): WriteDb {
  const write = <T>(work: () => T): T => {
    if (isFailing()) throw error;
    return work();
  };
  return {
    get: (sql, ...values) => db.get(sql, ...values),
    all: (sql, ...values) => db.all(sql, ...values),
    run: (sql, ...values) => write(() => db.run(sql, ...values)),
    exec: (sql) => write(() => db.exec(sql)),
    transaction: (work) => db.transaction(work),
  };
}

test.each([
  ["an applied change", accepted("501"), { state: "applied", subject: "501" }],
  ["a change with a lost answer", failed({}), { state: "unknown" }],
])("stores the ending of %s as soon as the disk is no longer full", async (_what, answer, ending) => {
  let isFull = false;
  const full = new AppError("disk-full", codedText("internal"));
  const { journal, call } = openJournal(failingWhen(database(), () => isFull, full));
  const send = (change: ChangeRef): Promise<string | undefined> =>
    call(change, async () => {
      isFull = true;
      return answer;
    });
  expect(await journal.submit(spec, connection, { request: {}, send, createdId: (id) => id })).toMatchObject({
    outcome: "unknown",
    change: { state: "sending" },
    reason: codedText(answer.ok ? "outcome-not-recorded" : "internal"),
  });
  expect(await journal.unresolved(1, ["stream"])).toMatchObject([{ state: "sending" }]);
  isFull = false;
  expect(await journal.list(1, ["stream"])).toMatchObject([ending]);
  expect(differencesOf(database())).toEqual([]);
});

test.each<Ending>(["answered", "rejected", "without an id", "proved by a list", "disproved", "stated by an operator"])(
  "journal and audit report the same of a change that is %s, wherever the process is killed",
  async (ending) => {
    const states = new Set<string>();
    for (let count = 1; ; count += 1) {
      const db = killedAt(database(), count);
      const played = play(ending, db, count);
      await played.catch((error: unknown) => {
        if (!db.isKilled()) throw error;
      });
      expect(differencesOf(database())).toEqual([]);
      for (const { state } of journalQueries.list(database(), count, ["stream"])) states.add(state);
      if (!db.isKilled()) break;
    }
    const last = {
      answered: "applied",
      rejected: "rejected",
      "without an id": "applied",
      "proved by a list": "applied",
    };
    const lost = ending === "answered" || ending === "rejected" || ending === "without an id" ? [] : ["unknown"];
    expect([...states].toSorted()).toEqual(
      ["sending", ...lost, ending in last ? last[ending as keyof typeof last] : "not-applied"].toSorted(),
    );
  },
);
