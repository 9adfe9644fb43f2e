/** Writes what matches into a file; main asks where to and streams it. */
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { coverageWords } from "./events-model.ts";

export function ExportEvents(): ReactElement {
  const asked = useFleetdesk((state) => state.eventsAsked);
  const [busy, setBusy] = useState(false);
  const write = async (format: "csv" | "jsonl"): Promise<void> => {
    if (asked === undefined) return;
    setBusy(true);
    try {
      const { outcome, rows, file, coverage } = await fleet.events.exportAs({ ...asked, format });
      if (outcome === "written") {
        const message = `${file ?? ""}\n${coverageWords(coverage, Date.now())}`;
        notifications.show({ title: `${counted(rows, "event")} written`, message, color: "petrol" });
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
        <Button disabled={asked === undefined} leftSection={<IconDownload size={14} />} loading={busy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>What matches, out of the copy</Menu.Label>
        <Menu.Item onClick={() => void write("csv")}>As CSV</Menu.Item>
        <Menu.Item onClick={() => void write("jsonl")}>As JSON lines, with the raw records</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
