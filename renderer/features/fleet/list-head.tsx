/** Header of a list: title, age, completeness, and actions on the whole list. */
import type { ReactElement } from "react";
import { collectionLabels } from "../../lib/records.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { CompletenessBadge } from "./completeness-badge.tsx";
import { ExportRows } from "./export-rows.tsx";
import classes from "./fleet.module.css";
import type { ListSectionProps } from "./use-list-table.ts";
import { ServiceMenu } from "./service-menu.tsx";
import { SyncButton } from "./sync-button.tsx";

export function ListHead(props: ListSectionProps): ReactElement {
  const { name, question } = props;
  const completeness = useFleetData("fleet.completeness", name);
  return (
    <header className={classes["bar"]}>
      <h1>{collectionLabels[name.collection].many}</h1>
      <CompletenessBadge completeness={completeness} />
      <span className={classes["gap"]} />
      <ColumnsMenu collection={name.collection} savedLayout={props.savedLayout} />
      <ExportRows {...props} />
      <ServiceMenu live={props.live} name={name} question={question} />
      <SyncButton name={name} />
    </header>
  );
}
