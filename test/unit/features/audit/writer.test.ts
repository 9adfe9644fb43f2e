import { codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import { expect, test } from "vitest";
import type { DraftInput, MessageTuple } from "../../../../main/features/audit/entry.ts";
import { createAuditWriter, type AuditWriter } from "../../../../main/features/audit/writer.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

const common = { run: "r", what: "Send an SMS", service: "host", who: {} } as const;
const message: MessageTuple = [5, "7", "done", 6, 201, "9", null, null, "4911", 5, 1, 1];
const draft = (requestSeq: number): DraftInput => ({
  type: "answered",
  at: 1,
  run: "r",
  asked: requestSeq,
  kind: "change",
  outcome: "done",
  answer: { at: 1 },
});

interface Bench {
  readonly writer: AuditWriter;
  readonly clock: FakeClock;
  readonly batches: (readonly DraftInput[])[];
  fail: boolean;
}

function open(onCommit = (): void => undefined): Bench {
  const clock = createFakeClock();
  const batches: (readonly DraftInput[])[] = [];
  const append = (drafts: readonly DraftInput[]): Promise<readonly number[]> => {
    if (bench.fail) return Promise.reject(new AppError("disk-full", codedText("database-disk-full", { file: "a.db" })));
    batches.push(drafts);
    onCommit();
    return Promise.resolve(drafts.map((_, place) => batches.length * 100 + place));
  };
  const writer = createAuditWriter({ store: { append }, clock, log: createFakeLog(), onAppended: () => undefined });
  const bench: Bench = { writer, clock, batches, fail: false };
  return bench;
}

test("collects SMS for a quarter of a second and writes them as one link", async () => {
  const { writer, clock, batches } = open();
  writer.appendMessage(common, message);
  writer.appendMessage(common, message);
  await clock.advance(249);
  expect(batches).toEqual([]);
  await clock.advance(1);
  expect(batches).toEqual([
    [expect.objectContaining({ type: "messages", at: 5, until: 5, calls: [message, message] })],
  ]);
});

test("writes 256 SMS at once, and those of another session as another link", async () => {
  const { writer, batches } = open();
  for (let count = 0; count < 256; count += 1)
    writer.appendMessage(count % 2 === 0 ? common : { ...common, run: "x" }, message);
  await writer.flush();
  expect(batches[0]?.length).toBe(129);
});

test("writes a change at once together with collected drafts, and drafts that arrive meanwhile in the next commit", async () => {
  const { writer, batches } = open();
  writer.appendMessage(common, message);
  const first = writer.append(draft(1));
  const [second, third] = [writer.append(draft(2)), writer.append(draft(3))];
  expect(await Promise.all([first, second, third])).toEqual([100, 200, 201]);
  expect(batches.map((batch) => batch.length)).toEqual([2, 2]);
});

test.each([0, 1])(
  "a flush does not wait for SMS that arrive after it, with %s commits in progress",
  async (inProgress) => {
    const bench = open(() => {
      // A campaign sends another SMS during each commit.
      if (bench.batches.length < 50) bench.writer.appendMessage(common, message);
    });
    const { writer, batches } = bench;
    if (inProgress > 0) void writer.append(draft(1));
    writer.appendSoon(draft(2));
    await writer.flush();
    expect(batches.flat()).toContainEqual(draft(2));
    expect(batches.length).toBeLessThan(4);
  },
);

test("writes what was done while the disk was full, in order, with the next draft", async () => {
  const bench = open();
  const { writer, clock, batches } = bench;
  writer.appendMessage(common, message);
  writer.appendSoon(draft(1));
  bench.fail = true;
  await clock.advance(250);
  expect(batches).toEqual([]);
  bench.fail = false;
  expect(await writer.append(draft(2))).toBe(102);
  expect(batches).toEqual([[draft(1), expect.objectContaining({ type: "messages" }), draft(2)]]);
});

test("rejects the callers of a failed write, and the next write may succeed", async () => {
  const bench = open();
  bench.fail = true;
  await expect(bench.writer.append(draft(1))).rejects.toMatchObject({ code: "disk-full" });
  bench.fail = false;
  expect(await bench.writer.append(draft(2))).toBe(100);
});
