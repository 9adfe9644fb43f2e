import { expect, test } from "vitest";
import { readChange } from "../../../../main/features/quotas/queries-changes.ts";
import { listRows, unconfirmedRows } from "../../../../main/features/quotas/queries-rows.ts";
import { connect } from "../../../../main/core/store/connect.ts";
import { migrate } from "../../../../main/core/store/migrate.ts";
import { migrations } from "../../../../main/core/store/migrations/all.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const formerStates = ["set", "refused", "unknown", "moved", "unsettled", "skipped", "unchanged", "unreadable"];

test("a quota change of the former version keeps every row, with its outcome and reason", () => {
  const file = folder.path("former.db");
  const before = connect(file);
  migrate(
    before.db,
    file,
    migrations.filter(({ version }) => version <= 310),
    0,
  );
  const { lastInsertRowid: change } = before.db.run(
    `INSERT INTO quota_change (connection, kind, operation, title, whom, state, confirm_zero, single, created_at, ended_at)
      VALUES (1, 'data', '{"op":"delete"}', 't', 'w', 'finished', 1, 0, 5, 9)`,
  );
  for (const [index, state] of formerStates.entries()) {
    before.db.run(
      `INSERT INTO quota_row (change, row, endpoint, state, before, after, code, sent_at)
        VALUES (?, ?, 7, ?, '{"state":"none"}', '{"state":"none"}', 'code', 6)`,
      change,
      index + 1,
      state,
    );
  }
  before.close();
  const after = connect(file);
  const { db } = after;
  migrate(db, file, migrations, 1);
  const { state, counts, total } = readChange(db, change);
  const states = formerStates.map((one) => (one === "refused" ? "not-applied" : one));
  expect([state, total]).toEqual(["finished", 8]);
  expect(
    Object.entries(counts)
      .flatMap(([one, count]) => (count === 0 ? [] : [one]))
      .toSorted(),
  ).toEqual(states.toSorted());
  const rows = listRows(db, { change, states: undefined, had: undefined, limit: 10, after: 0 });
  expect(rows.map((row) => [row.state, row.code])).toEqual(states.map((one) => [one, "code"]));
  expect(unconfirmedRows(db, 1, "data", "7").map(({ row }) => row)).toEqual([formerStates.indexOf("unknown") + 1]);
  after.close();
});
