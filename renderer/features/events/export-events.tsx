/** Exports the matching events in one of two formats. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { hasEventList } from "./scope-error.ts";
import { writeEvents } from "../../app/commands/export-events.ts";

export function ExportEvents(): ReactElement {
  const request = useFleetdesk((state) => state.eventsRequest);
  const hasList = useFleetdesk(hasEventList);
  const [busy, setBusy] = useState(false);
  const write = async (format: "csv" | "jsonl"): Promise<void> => {
    if (request === undefined) return;
    setBusy(true);
    await writeEvents(request, format);
    setBusy(false);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button disabled={!hasList} leftSection={<IconDownload size={14} />} loading={busy}>
          {t(($) => $.common.export)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(($) => $.events.exportMatching)}</Menu.Label>
        <Menu.Item onClick={() => void write("csv")}>{t(($) => $.events.exportCsv)}</Menu.Item>
        <Menu.Item onClick={() => void write("jsonl")}>{t(($) => $.events.exportJsonLines)}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
