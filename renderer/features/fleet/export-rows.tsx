/** The export menu of a list: the matching rows, the selected ones, or all. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionItem } from "../../app/actions/run-action.tsx";
import { collectionLabels, inSentence } from "../../lib/records.ts";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { exportRows } from "./export-actions.ts";
import { listColumns } from "./list-columns.ts";
import { recordLabel } from "../../lib/field-label.ts";
import { isNarrowed } from "./fleet-slice.ts";
import type { ListSectionProps } from "./use-list-table.ts";

type Extent = "matching" | "all" | "selected";
type Target = Parameters<typeof exportRows.run>[0];

export function ExportRows({ name, question, table, savedLayout }: ListSectionProps): ReactElement {
  const all = useFleetData("fleet.completeness", name)?.unique;
  const { selection } = table;
  const { value, exact } = table.state.total;
  const count = selectedCount(selection);
  const narrowed = isNarrowed(question);

  const request =
    (extent: Extent): Target =>
    async () => {
      const columnsByField = new Map(listColumns[name.collection].map((column) => [column.name, column]));
      const columns = savedLayout.layout.flatMap(({ field }) => {
        const column = columnsByField.get(field);
        return column === undefined
          ? []
          : [{ path: exportPath(column.kind, column.path), title: recordLabel(column.label) }];
      });
      const { filter, sort, audience } = question;
      const byId = extent === "selected" && (selection.kind === "some" || selection.except.size > 0);
      if (byId) return { ...name, sort, ids: await table.selectedIds(), columns };
      return { ...name, ...(extent === "all" ? { sort } : { filter, sort, audience }), columns };
    };
  return (
    <ExportMenu action={exportRows} target={request("matching")}>
      <Menu.Label>{t(($) => $.fleet.exports.help)}</Menu.Label>
      <ActionItem action={exportRows} target={request("matching")}>
        {matchingText(narrowed, exact ? value : undefined)}
      </ActionItem>
      {count === 0 ? undefined : (
        <ActionItem action={exportRows} target={request("selected")}>
          {t(($) => $.fleet.exports.selected, { count })}
        </ActionItem>
      )}
      {narrowed ? (
        <ActionItem action={exportRows} target={request("all")}>
          {allText(collectionLabels[name.collection].many, all)}
        </ActionItem>
      ) : undefined}
    </ExportMenu>
  );
}

/** `count` is undefined while loading. */
function matchingText(narrowed: boolean, count: number | undefined): string {
  if (count === undefined) {
    return narrowed ? t(($) => $.fleet.exports.matchingUncounted) : t(($) => $.fleet.exports.allUncounted);
  }
  return narrowed ? t(($) => $.fleet.exports.matching, { count }) : t(($) => $.fleet.exports.all, { count });
}

function allText(collection: string, count: number | undefined): string {
  return count === undefined
    ? t(($) => $.fleet.exports.collection, { collection: inSentence(collection) })
    : t(($) => $.fleet.exports.collectionCount, { collection: inSentence(collection), count });
}

/** The readable part of an object value. */
function exportPath(kind: string, path: string): string {
  return kind === "status" ? `${path}.description` : kind === "reference" ? `${path}.name` : path;
}
