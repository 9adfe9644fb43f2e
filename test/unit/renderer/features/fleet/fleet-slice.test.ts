import { expect, test } from "vitest";
import { createTablesSlice, type TablesSlice } from "../../../../../renderer/app/tables-slice.ts";
import {
  createFleetSlice,
  fleetTableId,
  type FleetSlice,
  listKey,
  selectInFleet,
} from "../../../../../renderer/features/fleet/fleet-slice.ts";
import { selectionOf } from "../../../../../renderer/lib/selection.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

test("clears the list's filter when endpoints are selected from another page", () => {
  const slice = openSlice<FleetSlice & TablesSlice>(
    (set, get) => ({ ...createFleetSlice(set, get), ...createTablesSlice(set, get) }),
    createWaitingBridge().call,
  );
  const name = { connection: "Acme", collection: "endpoint" } as const;
  slice().changeFleetList(name, {
    conditions: [{ field: "name", value: "van" }],
    applied: "name:van",
    draft: "sta",
    left: { filter: "name:van" },
  });
  selectInFleet(slice(), name, ["70001", "70002"]);
  expect(slice().fleetLists[listKey(name)]).toMatchObject({
    conditions: [],
    draft: "",
    left: {},
  });
  expect(slice().tables[fleetTableId(name)]?.selection).toEqual(selectionOf(["70001", "70002"]));
});
