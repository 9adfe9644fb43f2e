import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recoverChanges } from "../../../../main/features/quotas/changes/queries-changes.ts";
import { connect } from "../../../../main/store/connect.ts";
import { migrate } from "../../../../main/store/migrate.ts";
import { migrations } from "../../../../main/store/migrations/all.ts";

let folder: string;
let connection: ReturnType<typeof connect>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdesk-quotas-"));
  const file = join(folder, "fleetdesk.db");
  connection = connect(file);
  migrate(connection.db, file, migrations, 0);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

function make(state: string, single: boolean, row: string, doubt = false): number {
  const { db } = connection;
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
    Number(doubt),
  );
  return change;
}

const stateOf = (change: number): unknown =>
  connection.db.get("SELECT state FROM quota_change WHERE change = ?", change);
const rowOf = (change: number): unknown =>
  connection.db.get("SELECT state, sent_at AS sentAt FROM quota_row WHERE change = ?", change);

it("one made by hand is over after a crash, unless a row of it waits to be sent again", () => {
  const over = make("running", true, "sending");
  const open = make("running", true, "planned", true);
  recoverChanges(connection.db, "The program ended.", 100);
  expect([stateOf(over), rowOf(over)]).toEqual([{ state: "finished" }, { state: "unknown", sentAt: 100 }]);
  expect([stateOf(open), rowOf(open)]).toEqual([{ state: "interrupted" }, { state: "planned", sentAt: 5 }]);
});

it("whatever was in flight is unknown from the start on, also of a change that was interrupted before", () => {
  const many = make("running", false, "sending");
  const before = make("interrupted", false, "sending");
  recoverChanges(connection.db, "The program ended.", 100);
  expect([rowOf(many), rowOf(before)]).toEqual([
    { state: "unknown", sentAt: 100 },
    { state: "unknown", sentAt: 100 },
  ]);
});
