import { expect, test } from "vitest";
import { createFleetSlice, listKey } from "../../../../../renderer/features/fleet/fleet-slice.ts";
import { selectionOf } from "../../../../../renderer/lib/selection.ts";
import { createWaitingBridge, openSlice } from "../../open-slice.ts";

test("clears the list's filter when endpoints are selected from another page", () => {
  const slice = openSlice(createFleetSlice, createWaitingBridge().call);
  const name = { connection: "Acme", collection: "endpoint" } as const;
  slice().changeFleetList(name, {
    conditions: [{ field: "name", value: "van" }],
    applied: "name:van",
    draft: "sta",
    left: { filter: "name:van" },
  });
  slice().selectInFleet(name, ["70001", "70002"]);
  expect(slice().fleetLists[listKey(name)]).toMatchObject({
    conditions: [],
    draft: "",
    left: {},
    selection: selectionOf(["70001", "70002"]),
  });
});
