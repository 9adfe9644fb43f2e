/** Columns of the IMSIs (record: docs/service-facts.md#sim). */
import { t } from "#shared/texts/text.ts";
import type { ListColumn } from "./list-column.ts";

const within = { path: "sim", fact: t(($) => $.fleet.record.noSim) };

export const imsiColumns: readonly ListColumn[] = [
  {
    field: "digits",
    title: t(($) => $.fleet.record.imsi),
    path: "imsi",
    kind: "identifier",
    width: 148,
    absent: "unknown",
  },
  {
    field: "status",
    title: t(($) => $.fleet.record.status),
    path: "status",
    kind: "status",
    width: 112,
    absent: "unknown",
  },
  {
    field: "sim_iccid",
    title: t(($) => $.fleet.record.iccid),
    path: "sim.iccid",
    kind: "identifier",
    width: 172,
    absent: "unknown",
    within,
  },
  {
    field: "type",
    title: t(($) => $.fleet.record.type),
    path: "type",
    kind: "reference",
    width: 120,
    absent: "unknown",
  },
  {
    field: "imsi_pool",
    title: t(($) => $.fleet.record.pool),
    path: "imsi_pool",
    kind: "reference",
    width: 120,
    absent: "unknown",
  },
  {
    field: "import_date",
    title: t(($) => $.fleet.record.imported),
    path: "import_date",
    kind: "time",
    width: 116,
    absent: "unknown",
  },
  { field: "id", title: t(($) => $.fleet.record.id), path: "id", kind: "identifier", width: 92, absent: "unknown" },
  {
    field: "sim",
    title: t(($) => $.fleet.record.simId),
    path: "sim.id",
    kind: "identifier",
    width: 92,
    extra: true,
    absent: "unknown",
    within,
  },
];
