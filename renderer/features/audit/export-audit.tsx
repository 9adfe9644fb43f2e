/** Exports the matching entries to a file; main prompts for the path and streams the entries. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { isNarrowed } from "./audit-query.ts";

/** The hash from the chain verification, and the hash of the exported file. */
function headsOf(head: string, chainHead: string | undefined): readonly string[] {
  return [
    ...(chainHead === undefined ? [] : [t(($) => $.audit.export.chainFingerprint, { hash: chainHead })]),
    t(($) => $.audit.export.fileFingerprint, { hash: head }),
  ];
}

export function ExportAudit({ request }: { readonly request: AuditQuestion }): ReactElement {
  const [busy, setBusy] = useState(false);
  const write = async (format: "csv" | "jsonl", question: AuditQuestion): Promise<void> => {
    setBusy(true);
    try {
      const { outcome, rows, file = "", head, chainHead } = await fleet.audit.exportAs({ ...question, format });
      if (outcome === "written") {
        const message =
          head === undefined
            ? file
            : [file, t(($) => $.audit.export.saveFingerprint), ...headsOf(head, chainHead)].join("\n");
        const autoClose = head === undefined ? {} : { autoClose: false as const };
        notifications.show({
          title: t(($) => $.audit.export.exported, { count: rows }),
          message,
          color: "petrol",
          ...autoClose,
        });
      }
    } catch (error) {
      notifications.show({
        title: t(($) => $.audit.export.failed),
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
        {isNarrowed(request) ? (
          <>
            <Menu.Label>{t(($) => $.audit.export.matching)}</Menu.Label>
            <Menu.Item onClick={() => void write("csv", request)}>{t(($) => $.audit.export.csv)}</Menu.Item>
            <Menu.Item onClick={() => void write("jsonl", request)}>{t(($) => $.audit.export.jsonLines)}</Menu.Item>
          </>
        ) : undefined}
        <Menu.Label>{t(($) => $.audit.export.whole)}</Menu.Label>
        <Menu.Item onClick={() => void write("csv", {})}>{t(($) => $.audit.export.allCsv)}</Menu.Item>
        <Menu.Item onClick={() => void write("jsonl", {})}>{t(($) => $.audit.export.allJsonLines)}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
