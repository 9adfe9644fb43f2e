/** The columns of each collection. */
import type { Collection } from "#contract/fleet.ts";
import { endpointColumns } from "./endpoint.ts";
import { imsiColumns } from "./imsi.ts";
import type { ListColumn } from "./list-column.ts";
import { organisationColumns } from "./organisation.ts";
import { simColumns } from "./sim.ts";
import { tariffPlanColumns } from "./tariff-plan.ts";
import { userColumns } from "./user.ts";

export const columnsOf: Readonly<Record<Collection, readonly ListColumn[]>> = {
  endpoint: endpointColumns,
  sim: simColumns,
  imsi: imsiColumns,
  organisation: organisationColumns,
  user: userColumns,
  tariff_plan: tariffPlanColumns,
};
