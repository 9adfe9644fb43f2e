/** Columns of the tariff plans (record: field facts, section 9). Amounts arrive as text and are shown as they came. */
import { type ListColumn, none } from "./list-column.ts";

export const tariffPlanColumns: readonly ListColumn[] = [
  { field: "name", title: "Name", path: "name", kind: "text", width: 176, absent: { fact: "no name" } },
  { field: "status", title: "Status", path: "status", kind: "status", width: 116, absent: "unknown" },
  { field: "description", title: "Description", path: "description", kind: "text", width: 240, absent: none },
  { field: "notes", title: "Notes", path: "notes", kind: "text", width: 176, absent: none },
  { field: "rate", title: "Rate", path: "rate", kind: "number", width: 96, absent: "unknown" },
  { field: "currency", title: "Currency", path: "currency.code", kind: "text", width: 84, absent: "unknown" },
  {
    field: "max_active_sims",
    title: "SIMs at most",
    path: "max_active_sims",
    kind: "number",
    width: 104,
    absent: "unknown",
  },
  { field: "used_count", title: "In use", path: "used_count", kind: "number", width: 84, absent: "unknown" },
  { field: "id", title: "ID", path: "id", kind: "identifier", width: 72, absent: "unknown" },
  {
    field: "yearly_rate",
    title: "Yearly rate",
    path: "yearly_rate",
    kind: "number",
    width: 104,
    extra: true,
    absent: "unknown",
  },
  {
    field: "sim_activation_fee",
    title: "Activation fee",
    path: "sim_activation_fee",
    kind: "number",
    width: 112,
    extra: true,
    absent: "unknown",
  },
];
