/** Columns of the organisations (record: docs/service-facts.md#organisation). */
import { t } from "#shared/texts/text.ts";
import { type ListColumn, none } from "./list-column.ts";

export const organisationColumns: readonly ListColumn[] = [
  {
    field: "name",
    title: t(($) => $.fleet.record.name),
    path: "name",
    kind: "text",
    width: 200,
    absent: { fact: t(($) => $.fleet.record.noName) },
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
    field: "ext_reference",
    title: t(($) => $.fleet.record.reference),
    path: "ext_reference",
    kind: "identifier",
    width: 128,
    absent: none,
  },
  {
    field: "type",
    title: t(($) => $.fleet.record.type),
    path: "type",
    kind: "reference",
    width: 112,
    absent: "unknown",
  },
  {
    field: "class",
    title: t(($) => $.fleet.record.class),
    path: "class",
    kind: "reference",
    width: 112,
    absent: "unknown",
  },
  {
    field: "country",
    title: t(($) => $.fleet.record.country),
    path: "country",
    kind: "reference",
    width: 112,
    absent: "unknown",
  },
  {
    field: "monthly_cost_limit",
    title: t(($) => $.fleet.record.monthlyLimit),
    path: "monthly_cost_limit",
    kind: "number",
    width: 104,
    absent: { fact: t(($) => $.fleet.record.noLimit) },
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
