/** Writes rows as CSV: main asks where to and streams them, so that a million rows never pass through the window. */
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { collectionWords } from "../../lib/records.ts";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetdesk } from "../../store/store.ts";
import { chosenIds } from "./chosen-ids.ts";
import { columnsOf } from "./columns/columns-of.ts";
import { listKey } from "./fleet-slice.ts";
import type { ListParts } from "./list-parts.ts";

type What = "matching" | "all" | "chosen";

export function ExportMenu({ name, question, list, chosen, look }: ListParts): ReactElement {
  const [busy, setBusy] = useState(false);
  const all = useFleetdesk((state) => state.fleetLists[listKey(name)]?.completeness?.unique);
  const { selection } = chosen;
  const { value, exact } = list.state.total;
  const size = selectedCount(selection);
  const narrowed = question.filter !== "" || question.audience !== undefined;

  const write = async (what: What): Promise<void> => {
    const known = new Map(columnsOf[name.collection].map((column) => [column.field, column]));
    const columns = look.layout.flatMap(({ field }) => {
      const column = known.get(field);
      return column === undefined ? [] : [{ path: exportPath(column.kind, column.path), title: column.title }];
    });
    const { filter, sort, audience } = question;
    const whole = what === "all" ? { sort } : { filter, sort, ...(audience === undefined ? {} : { audience }) };
    const byId = what === "chosen" && (selection.kind === "some" || selection.except.size > 0);
    setBusy(true);
    try {
      const asked = byId ? { sort, ids: [...(await chosenIds(name, question, selection))] } : whole;
      const { outcome, rows, file } = await fleet.fleet.exportCsv({ ...name, ...asked, columns });
      if (outcome === "written") {
        notifications.show({ title: `${counted(rows, "row")} written`, message: file ?? "", color: "petrol" });
      }
    } catch (error) {
      notifications.show({ title: "Nothing was exported", message: failureOf(error).message, color: "red" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />} loading={busy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>As CSV, with the columns that are shown</Menu.Label>
        <Menu.Item onClick={() => void write("matching")}>
          {narrowed ? "What matches" : "What is shown"}: {exact ? count(value) : "not counted yet"}
        </Menu.Item>
        <Menu.Item disabled={size === 0} onClick={() => void write("chosen")}>
          What is selected: {count(size)}
        </Menu.Item>
        {narrowed ? (
          <Menu.Item onClick={() => void write("all")}>
            All {collectionWords[name.collection].many}
            {all === undefined ? "" : `: ${count(all)}`}
          </Menu.Item>
        ) : undefined}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Of an object the part that a person reads. */
function exportPath(kind: string, path: string): string {
  return kind === "status" ? `${path}.description` : kind === "reference" ? `${path}.name` : path;
}
