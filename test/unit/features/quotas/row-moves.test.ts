import { codedText } from "#shared/texts/coded-text.ts";
import { expect, it } from "vitest";
import type { AppendToAudit } from "../../../../main/core/journal/queries.ts";
import { addRows, createRowMoves, rowsToWork } from "../../../../main/features/quotas/queries-rows.ts";
import { createChange } from "../../../../main/features/quotas/queries-changes.ts";
import { useDatabase } from "../../../make/database.ts";
import { makeQuotaState, noQuotaState } from "../../../make/quota-state.ts";

const database = useDatabase();
const links: unknown[] = [];
const append: AppendToAudit = (_db, added) => added.map((link) => links.push(link));
const failing: AppendToAudit = () => {
  throw new Error("the audit cannot be written");
};

const change = {
  connection: 1,
  kind: "data",
  operation: { op: "delete" },
  title: codedText("delete-data-quota"),
  targets: codedText("quota-endpoints-all"),
  confirmZero: true,
  confirmPast: false,
  allowUnresolved: false,
  now: 5,
} as const;

/** A change with one planned row. */
function plan(): number {
  const id = createChange(database(), change);
  addRows(database(), id, 1, ["70001"]);
  const move = { row: 1, event: "plan", before: makeQuotaState(), after: noQuotaState } as const;
  createRowMoves(append).moveRows(database(), [{ connection: 1, change: id, move }]);
  return id;
}

const statesOf = (id: number): unknown[] =>
  database()
    .all<{ state: string }>("SELECT state FROM quota_row WHERE change = ?", id)
    .map(({ state }) => state);
const send = { row: 1, event: "send", before: makeQuotaState(), after: noQuotaState, sentAt: 9 } as const;

it("stores a row and the link of its request together, or neither", () => {
  const id = plan();
  const step = { connection: 1, change: id, move: send, links: [{ type: "asked" }] };
  expect(() => createRowMoves(failing).moveRows(database(), [step])).toThrow("cannot be written");
  expect(statesOf(id)).toEqual(["planned"]);
  expect(createRowMoves(append).moveRows(database(), [step])).toEqual([links.length]);
  expect(links.at(-1)).toEqual({ type: "asked" });
  expect(statesOf(id)).toEqual(["sending"]);
});

it("stores no link of a step that the state of the row rejects", () => {
  const id = plan();
  const before = links.length;
  const move = { row: 1, event: "again" } as const;
  const steps = [{ connection: 1, change: id, move, links: [{ type: "settling" }] }];
  expect(createRowMoves(append).moveRows(database(), steps)).toEqual([undefined]);
  expect([links.length, statesOf(id)]).toEqual([before, ["planned"]]);
});

it("creates a change of one endpoint only with the link of its request, which names the row", () => {
  const row = { endpoint: "70001", before: makeQuotaState(), after: noQuotaState, sentAt: 9, sentUptime: 9000 };
  expect(() => createRowMoves(failing).beginSingle(database(), change, row, {})).toThrow("cannot be written");
  expect(database().all("SELECT change FROM quota_change")).toEqual([]);
  const begun = createRowMoves(append).beginSingle(database(), change, row, { type: "asked" });
  expect(links.at(-1)).toEqual({ type: "asked", work: `quota ${begun.change}.1` });
  expect(rowsToWork(database(), begun.change, "sending", 0, 5)).toMatchObject([
    { endpoint: "70001", sentAt: 9, sentUptime: 9000 },
  ]);
});
