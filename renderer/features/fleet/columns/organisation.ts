/** Columns of the organisations (record: field facts, section 9). */
import { type ListColumn, none } from "./list-column.ts";

export const organisationColumns: readonly ListColumn[] = [
  { field: "name", title: "Name", path: "name", kind: "text", width: 200, absent: { fact: "no name" } },
  { field: "status", title: "Status", path: "status", kind: "status", width: 112, absent: "unknown" },
  {
    field: "ext_reference",
    title: "Your reference",
    path: "ext_reference",
    kind: "identifier",
    width: 128,
    absent: none,
  },
  { field: "type", title: "Type", path: "type", kind: "reference", width: 112, absent: "unknown" },
  { field: "class", title: "Class", path: "class", kind: "reference", width: 112, absent: "unknown" },
  { field: "country", title: "Country", path: "country", kind: "reference", width: 112, absent: "unknown" },
  {
    field: "monthly_cost_limit",
    title: "Monthly limit",
    path: "monthly_cost_limit",
    kind: "number",
    width: 104,
    absent: { fact: "no limit" },
  },
  { field: "created", title: "Created", path: "created", kind: "time", width: 116, absent: "unknown" },
  { field: "id", title: "ID", path: "id", kind: "identifier", width: 80, absent: "unknown" },
];
