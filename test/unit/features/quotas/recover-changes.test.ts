import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import { endRun, readChange, recoverChanges } from "../../../../main/features/quotas/queries-changes.ts";
import { listRows } from "../../../../main/features/quotas/queries-rows.ts";
import { useDatabase } from "../../../make/database.ts";

const database = useDatabase();
const ended = codedText("quota-change-ended");

function make(state: string, single: boolean, row: string, isUnconfirmed = false): number {
  const db = database();
  const { lastInsertRowid: change } = db.run(
    `INSERT INTO quota_change (connection, kind, operation, title, whom, state, confirm_zero, single, created_at)
      VALUES (1, 'data', '{"op":"delete"}', 't', 'w', ?, 0, ?, 0)`,
    state,
    Number(single),
  );
  db.run(
    "INSERT INTO quota_row (change, row, endpoint, state, doubt, sent_at) VALUES (?, 1, 1, ?, ?, 5)",
    change,
    row,
    Number(isUnconfirmed),
  );
  return change;
}

const stateOf = (change: number): unknown => database().get("SELECT state FROM quota_change WHERE change = ?", change);
const rowOf = (change: number): unknown =>
  database().get("SELECT state, sent_at AS sentAt FROM quota_row WHERE change = ?", change);

it("finishes a change of one endpoint after a crash, unless its row was requeued", () => {
  const over = make("running", true, "sending");
  const open = make("running", true, "planned", true);
  recoverChanges(database(), ended, 100, 7000);
  expect([stateOf(over), rowOf(over)]).toEqual([{ state: "finished" }, { state: "unknown", sentAt: 100 }]);
  expect([stateOf(open), rowOf(open)]).toEqual([{ state: "interrupted" }, { state: "planned", sentAt: 5 }]);
});

it("marks requests in flight as unknown as of the start, also in a change that was interrupted before", () => {
  const many = make("running", false, "sending");
  const before = make("interrupted", false, "sending");
  recoverChanges(database(), ended, 100, 7000);
  expect([rowOf(many), rowOf(before)]).toEqual([
    { state: "unknown", sentAt: 100 },
    { state: "unknown", sentAt: 100 },
  ]);
});

it("ends the run of one change alone, whose answers could not be stored", () => {
  const many = make("running", false, "sending");
  const one = make("running", true, "sending");
  const other = make("running", false, "sending");
  const lost = { code: "answer-not-saved", message: codedText("quota-answer-not-saved"), now: 100, uptime: 7000 };
  for (const change of [many, one, one]) endRun(database(), change, { code: "disk-full", message: ended }, lost);
  expect([many, one, other].map((change) => [stateOf(change), rowOf(change)])).toEqual([
    [{ state: "interrupted" }, { state: "unknown", sentAt: 100 }],
    [{ state: "finished" }, { state: "unknown", sentAt: 100 }],
    [{ state: "running" }, { state: "sending", sentAt: 5 }],
  ]);
  expect(readChange(database(), many)).toMatchObject({ code: "disk-full", message: ended, counts: { unknown: 1 } });
});

it("gives the reason of an interruption for a change and its rows, and keeps texts stored by an earlier version", () => {
  const open = make("running", false, "sending");
  recoverChanges(database(), ended, 100, 7000);
  expect(readChange(database(), open)).toMatchObject({
    title: codedText("earlier-sentence", { sentence: "t" }),
    targets: codedText("earlier-sentence", { sentence: "w" }),
    message: ended,
  });
  const question = { change: open, states: undefined, had: undefined, limit: 10, after: 0 };
  expect(listRows(database(), question)).toMatchObject([{ message: codedText("interrupted-before-answer") }]);
});

it("dates no request of a change that ended lately after the start, also where only the clock of its end was set", () => {
  const late = make("finished", true, "set");
  database().run("UPDATE quota_change SET ended_at = 90 WHERE change = ?", late);
  database().run("UPDATE quota_row SET sent_at = 500 WHERE change = ?", late);
  recoverChanges(database(), ended, 100, 7000);
  expect(rowOf(late)).toEqual({ state: "set", sentAt: 100 });
});
