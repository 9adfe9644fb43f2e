/** Columns of the users (record: docs/service-facts.md#organisation). */
import { t } from "#shared/texts/text.ts";
import { type ListColumn, none } from "./list-column.ts";

export const userColumns: readonly ListColumn[] = [
  {
    field: "username",
    title: t(($) => $.fleet.record.username),
    path: "username",
    kind: "text",
    width: 220,
    absent: "unknown",
  },
  {
    field: "name",
    title: t(($) => $.fleet.record.name),
    path: "name",
    kind: "text",
    width: 168,
    absent: { fact: t(($) => $.fleet.record.noName) },
  },
  {
    field: "status",
    title: t(($) => $.fleet.record.status),
    path: "status",
    kind: "status",
    width: 156,
    absent: "unknown",
  },
  { field: "roles", title: t(($) => $.fleet.record.roles), path: "roles", kind: "tags", width: 140, absent: none },
  {
    field: "organisation",
    title: t(($) => $.fleet.record.organisation),
    path: "organisation",
    kind: "reference",
    width: 168,
    absent: "unknown",
  },
  {
    field: "created",
    title: t(($) => $.fleet.record.created),
    path: "created",
    kind: "time",
    width: 116,
    absent: "unknown",
  },
  { field: "id", title: t(($) => $.fleet.record.id), path: "id", kind: "identifier", width: 80, absent: "unknown" },
];
