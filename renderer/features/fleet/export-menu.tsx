/** Exports rows as CSV: main prompts for the path and streams them, so that a million rows never pass through the window. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { collectionLabels, inSentence } from "../../lib/records.ts";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { listColumns } from "./list-columns.ts";
import { recordLabel } from "../../lib/field-label.ts";
import { isNarrowed, listKey } from "./fleet-slice.ts";
import type { ListSectionProps } from "./use-list-table.ts";

type Extent = "matching" | "all" | "chosen";

export function ExportMenu({ name, question, table, savedLayout }: ListSectionProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const all = useFleetdesk((state) => state.fleetLists[listKey(name)]?.completeness?.unique);
  const { selection } = table;
  const { value, exact } = table.state.total;
  const size = selectedCount(selection);
  const narrowed = isNarrowed(question);

  const write = async (extent: Extent): Promise<void> => {
    const columnsByField = new Map(listColumns[name.collection].map((column) => [column.name, column]));
    const columns = savedLayout.layout.flatMap(({ field }) => {
      const column = columnsByField.get(field);
      return column === undefined
        ? []
        : [{ path: exportPath(column.kind, column.path), title: recordLabel(column.label) }];
    });
    const { filter, sort, audience } = question;
    const whole = extent === "all" ? { sort } : { filter, sort, audience };
    const byId = extent === "chosen" && (selection.kind === "some" || selection.except.size > 0);
    setBusy(true);
    try {
      const request = byId ? { sort, ids: await table.selectedIds() } : whole;
      const { outcome, rows, file } = await fleet.fleet.exportCsv({ ...name, ...request, columns });
      if (outcome === "written") {
        notifications.show({
          title: t(($) => $.fleet.exports.done, { count: rows }),
          message: file ?? "",
          color: "petrol",
        });
      }
    } catch (error) {
      notifications.show({
        title: t(($) => $.fleet.exports.failed),
        message: formatText(failureOf(error).text),
        color: "red",
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />} loading={busy}>
          {t(($) => $.common.export)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(($) => $.fleet.exports.help)}</Menu.Label>
        <Menu.Item onClick={() => void write("matching")}>
          {matchingText(narrowed, exact ? value : undefined)}
        </Menu.Item>
        <Menu.Item disabled={size === 0} onClick={() => void write("chosen")}>
          {t(($) => $.fleet.exports.selected, { count: size })}
        </Menu.Item>
        {narrowed ? (
          <Menu.Item onClick={() => void write("all")}>
            {allText(collectionLabels[name.collection].many, all)}
          </Menu.Item>
        ) : undefined}
      </Menu.Dropdown>
    </Menu>
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
