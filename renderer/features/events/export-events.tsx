/** Exports the matching events in one of two formats. */
import { t } from "#shared/texts/text.ts";
import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { ActionItem, useAction } from "../../app/actions/run-action.tsx";
import { exportEventsCsv, exportEventsLines } from "./event-actions.ts";

export function ExportEvents(): ReactElement {
  const { disabledReason, running, blocked } = useAction({ action: exportEventsCsv });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          disabled={disabledReason !== undefined}
          leftSection={<IconDownload size={14} />}
          loading={running || blocked}
          title={disabledReason}
        >
          {t(($) => $.common.export)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(($) => $.events.exportMatching)}</Menu.Label>
        <ActionItem action={exportEventsCsv}>{t(($) => $.events.exportCsv)}</ActionItem>
        <ActionItem action={exportEventsLines}>{t(($) => $.events.exportJsonLines)}</ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}
