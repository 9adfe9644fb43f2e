/** Saving a connection on a real database: the suppression list is copied in the same transaction that retires the former row. */
import { expect, test } from "vitest";
import {
  addSuppressed,
  pinSuppressed,
  listPins,
  suppressedValues,
} from "../../../../main/features/campaigns/ledger/queries-suppression.ts";
import {
  connectionQueries,
  type ConnectionRow,
  type ConnectionValues,
} from "../../../../main/features/connections/queries.ts";
import { useMemoryDatabase } from "../../../make/database.ts";

const db = useMemoryDatabase();

function save(values: Pick<ConnectionValues, "baseUrl" | "vaultKey">, organisationId = "1"): ConnectionRow {
  return connectionQueries.save(db(), {
    ...values,
    name: "fleet",
    kind: "user",
    options: "{}",
    identity: JSON.stringify({ organisationId }),
    session: "{}",
    practice: false,
    allowUnencrypted: false,
    at: 1,
  });
}

function saveWithList(): number {
  const { id } = save({ baseUrl: "https://a.example", vaultKey: "a" });
  addSuppressed(db(), { connection: id, values: ["van"], note: "", now: 1 });
  pinSuppressed(db(), { connection: id, pins: [{ value: "van", endpoint: "70001" }], now: 1 });
  return id;
}

test("another address takes the suppression list with it, or the connection stays as it is", () => {
  const former = saveWithList();
  db().exec(
    "CREATE TRIGGER fault BEFORE INSERT ON standing_suppression BEGIN SELECT raise(ABORT, 'the disk failed'); END",
  );
  const moved = { baseUrl: "https://b.example", vaultKey: "b" };
  expect(() => save(moved)).toThrow();
  expect(connectionQueries.byName(db(), "fleet")?.id).toBe(former);
  db().exec("DROP TRIGGER fault");
  const { id } = save(moved);
  expect(id).not.toBe(former);
  expect(suppressedValues(db(), id)).toEqual(["van"]);
  expect(listPins(db(), id)).toMatchObject([{ value: "van", endpoint: "70001" }]);
});

test("another organisation does not get the suppression list", () => {
  saveWithList();
  const { id } = save({ baseUrl: "https://a.example", vaultKey: "b" }, "2");
  expect(suppressedValues(db(), id)).toEqual([]);
});
