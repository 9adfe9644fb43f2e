/** Columns of the users (record: field facts, section 9). */
import { type ListColumn, none } from "./list-column.ts";

export const userColumns: readonly ListColumn[] = [
  { field: "username", title: "User name", path: "username", kind: "text", width: 220, absent: "unknown" },
  { field: "name", title: "Name", path: "name", kind: "text", width: 168, absent: { fact: "no name" } },
  { field: "status", title: "Status", path: "status", kind: "status", width: 156, absent: "unknown" },
  { field: "roles", title: "Roles", path: "roles", kind: "tags", width: 140, absent: none },
  {
    field: "organisation",
    title: "Organisation",
    path: "organisation",
    kind: "reference",
    width: 168,
    absent: "unknown",
  },
  { field: "created", title: "Created", path: "created", kind: "time", width: 116, absent: "unknown" },
  { field: "id", title: "ID", path: "id", kind: "identifier", width: 80, absent: "unknown" },
];
