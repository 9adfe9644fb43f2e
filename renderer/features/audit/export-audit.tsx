/** Writes what matches into a file; main asks where to and streams it. */
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { AuditQuestion } from "#contract/audit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { isNarrowed } from "./audit-model.ts";

/** The one that checking the chain tells, and the one of the file. */
function headsOf(head: string, chainHead: string | undefined): readonly string[] {
  return [...(chainHead === undefined ? [] : [`head of the chain ${chainHead}`]), `head of the file ${head}`];
}

export function ExportAudit(): ReactElement {
  const asked = useFleetdesk((state) => state.auditAsked);
  const [busy, setBusy] = useState(false);
  const write = async (format: "csv" | "jsonl", question: AuditQuestion): Promise<void> => {
    setBusy(true);
    try {
      const { outcome, rows, file = "", head, chainHead } = await fleet.audit.exportAs({ ...question, format });
      if (outcome === "written") {
        const message =
          head === undefined ? file : [file, "To be noted elsewhere:", ...headsOf(head, chainHead)].join("\n");
        const autoClose = head === undefined ? {} : { autoClose: false as const };
        notifications.show({ title: `${counted(rows, "line")} written`, message, color: "petrol", ...autoClose });
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
        {isNarrowed(asked) ? (
          <>
            <Menu.Label>What matches</Menu.Label>
            <Menu.Item onClick={() => void write("csv", asked)}>As CSV</Menu.Item>
            <Menu.Item onClick={() => void write("jsonl", asked)}>As chained JSON lines</Menu.Item>
          </>
        ) : undefined}
        <Menu.Label>The whole audit</Menu.Label>
        <Menu.Item onClick={() => void write("csv", {})}>All as CSV</Menu.Item>
        <Menu.Item onClick={() => void write("jsonl", {})}>All as chained JSON lines</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
