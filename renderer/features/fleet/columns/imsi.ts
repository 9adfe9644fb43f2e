/** Columns of the IMSIs (record: field facts, section 8). */
import type { ListColumn } from "./list-column.ts";

const within = { path: "sim", fact: "no SIM" };

export const imsiColumns: readonly ListColumn[] = [
  { field: "digits", title: "IMSI", path: "imsi", kind: "identifier", width: 148, absent: "unknown" },
  {
    field: "status",
    title: "Status",
    path: "status",
    kind: "status",
    width: 112,
    absent: "unknown",
  },
  {
    field: "sim_iccid",
    title: "ICCID of the SIM",
    path: "sim.iccid",
    kind: "identifier",
    width: 172,
    absent: "unknown",
    within,
  },
  { field: "type", title: "Type", path: "type", kind: "reference", width: 120, absent: "unknown" },
  { field: "imsi_pool", title: "Pool", path: "imsi_pool", kind: "reference", width: 120, absent: "unknown" },
  { field: "import_date", title: "Imported", path: "import_date", kind: "time", width: 116, absent: "unknown" },
  { field: "id", title: "ID", path: "id", kind: "identifier", width: 92, absent: "unknown" },
  {
    field: "sim",
    title: "SIM ID",
    path: "sim.id",
    kind: "identifier",
    width: 92,
    extra: true,
    absent: "unknown",
    within,
  },
];
