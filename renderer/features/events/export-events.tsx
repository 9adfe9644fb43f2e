/** Exports the matching events in one of two formats. */
import { t } from "#shared/texts/text.ts";
import { Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionItem } from "../../app/actions/run-action.tsx";
import { exportEventsCsv, exportEventsLines } from "./event-actions.ts";

export function ExportEvents(): ReactElement {
  return (
    <ExportMenu action={exportEventsCsv}>
      <Menu.Label>{t(($) => $.events.exportMatching)}</Menu.Label>
      <ActionItem action={exportEventsCsv}>{t(($) => $.events.exportCsv)}</ActionItem>
      <ActionItem action={exportEventsLines}>{t(($) => $.events.exportJsonLines)}</ActionItem>
    </ExportMenu>
  );
}
