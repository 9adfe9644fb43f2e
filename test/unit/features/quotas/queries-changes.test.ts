import { describe, expect, it } from "vitest";
import type { QuotaRowState } from "#shared/contract/quotas/quota-changes.ts";
import {
  changesOnHold,
  hasActiveChange,
  hideOldChange,
  listChanges,
  pruneHiddenChange,
} from "../../../../main/features/quotas/queries-changes.ts";
import { useDatabase } from "../../../make/database.ts";

const database = useDatabase();

interface ChangeSpec {
  readonly endedAt: number;
  readonly rows: readonly QuotaRowState[];
  readonly state?: string;
  readonly undoOf?: number;
  /** Id of its first endpoint; the others follow. */
  readonly from?: number;
}

function make({ endedAt, rows, state = "finished", undoOf, from = 1 }: ChangeSpec): number {
  const db = database();
  const { lastInsertRowid: change } = db.run(
    `INSERT INTO quota_change (connection, kind, operation, title, whom, state, confirm_zero, undo_of, single, created_at, ended_at)
      VALUES (1, 'data', '{"op":"delete"}', 't', 'w', ?, 0, ?, 0, 0, ?)`,
    state,
    undoOf ?? null,
    endedAt,
  );
  for (const [index, one] of rows.entries()) {
    db.run(
      "INSERT INTO quota_row (change, row, endpoint, state) VALUES (?, ?, ?, ?)",
      change,
      index + 1,
      BigInt(from + index),
      one,
    );
  }
  return change;
}

it("lists the changes that are being read or sent before interrupted ones, without others, also of one endpoint", () => {
  const reading = make({ endedAt: 1, rows: ["waiting"], state: "reading" });
  const running = make({ endedAt: 1, rows: ["planned"], from: 50, state: "running" });
  for (const state of ["finished", "draft"]) make({ endedAt: 2, rows: ["planned"], state });
  const interrupted = make({ endedAt: 2, rows: ["planned"], state: "reading-interrupted" });
  const list = (endpoint?: string): number[] =>
    listChanges(database(), { connection: 1, endpoint, active: true, limit: 3, before: undefined }).map(({ id }) => id);
  expect([list(), list("1"), list("50")]).toEqual([[running, reading, interrupted], [reading, interrupted], [running]]);
});

it("lists bulk changes with endpoints on hold, until a later change of the same kind includes them", () => {
  const first = make({ endedAt: 1, rows: ["set", "unsettled", "unsettled"] });
  make({ endedAt: 1, rows: ["unsettled"], from: 50, state: "cancelled" });
  const second = make({ endedAt: 2, rows: ["unsettled"], from: 60 });
  const onHold = (): unknown => changesOnHold(database(), 1).map(({ change, count }) => [change, count]);
  expect(onHold()).toEqual([
    [second, 1],
    [first, 2],
  ]);
  make({ endedAt: 3, rows: ["set"], from: 2 });
  make({ endedAt: 3, rows: ["planned"], from: 3, state: "draft" });
  make({ endedAt: 3, rows: ["cancelled"], from: 3, state: "cancelled" });
  expect(onHold()).toEqual([
    [second, 1],
    [first, 1],
  ]);
  expect(changesOnHold(database(), 2)).toEqual([]);
});

it("reports a connection as active while one of its changes is read or sent, and a deleted one as idle", () => {
  const active = (connection: number): boolean => hasActiveChange(database(), connection);
  for (const state of ["draft", "planned", "interrupted", "finished"]) make({ endedAt: 1, rows: [], state });
  expect(active(1)).toBe(false);
  make({ endedAt: 1, rows: [], state: "running" });
  expect([active(1), active(99)]).toEqual([true, false]);
});

/** Changes that ended before 1,000 are expired; before 100 also those that can be undone. */
const retention = { after: 1_000, undoableAfter: 100 };
const hidden = (): number | undefined => hideOldChange(database(), retention);

describe("changes past their retention", () => {
  it("are removed in batches of rows when nothing can be undone", () => {
    const change = make({ endedAt: 500, rows: ["not-applied", "skipped", "cancelled"] });
    make({ endedAt: 1_000, rows: ["not-applied"] });
    expect(hidden()).toBe(change);
    expect([pruneHiddenChange(database(), change, 2), pruneHiddenChange(database(), change, 2)]).toEqual([true, false]);
    expect(database().all("SELECT change, row FROM quota_row")).toHaveLength(1);
    expect(hidden()).toBe(undefined);
  });

  it("are retained longer where something was set, unless all of it was undone", () => {
    const undone = make({ endedAt: 500, rows: ["set", "not-applied"] });
    const half = make({ endedAt: 500, rows: ["set", "set"] });
    make({ endedAt: 500, rows: ["set"] });
    make({ endedAt: 600, rows: ["set"], undoOf: undone });
    make({ endedAt: 600, rows: ["set", "moved"], undoOf: half });
    const ancient = make({ endedAt: 99, rows: ["set"] });
    expect([hidden(), hidden(), hidden()]).toEqual([undone, ancient, undefined]);
  });

  it("are retained longer when the undo was itself undone, or ended before a row was resolved as set", () => {
    const again = make({ endedAt: 500, rows: ["set"] });
    const undo = make({ endedAt: 600, rows: ["set"], undoOf: again });
    make({ endedAt: 700, rows: ["unchanged"], undoOf: undo });
    const late = make({ endedAt: 500, rows: ["set", "set"] });
    make({ endedAt: 600, rows: ["set"], undoOf: late });
    expect(hidden()).toBe(undefined);
  });

  it("are never removed while unresolved, unfinished, or needed to show that another row was overtaken", () => {
    make({ endedAt: 50, rows: ["not-applied", "unknown"], from: 1 });
    make({ endedAt: 60, rows: ["set"], from: 2 });
    const beingUndone = make({ endedAt: 50, rows: ["set"], from: 5 });
    make({ endedAt: 0, rows: ["planned"], undoOf: beingUndone, state: "interrupted", from: 5 });
    expect(hidden()).toBe(undefined);
  });
});
