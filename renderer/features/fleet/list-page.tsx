/** One list: header, query, rows and selection. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useMemo } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FleetChart } from "./fleet-chart.tsx";
import classes from "./fleet.module.css";
import { listKey } from "./fleet-slice.ts";
import { ListBody } from "./list-body.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { LiveBanner } from "./live-banner.tsx";
import { useFields } from "./use-fields.ts";
import { useFilter } from "./use-filter.ts";
import { useListQuery } from "./use-list-query.ts";
import { useListTable } from "./use-list-table.ts";
import { useLive } from "./use-live.ts";

export interface ListPageProps {
  readonly connection: string;
  readonly collection: Collection;
}

export function ListPage({ connection, collection }: ListPageProps): ReactElement {
  const name = useMemo(() => ({ connection, collection }), [connection, collection]);
  const question = useListQuery(name);
  const draft = useFleetdesk((state) => state.fleetLists[listKey(name)]?.draft ?? "");
  const fields = useFields(name, draft);
  const filter = useFilter(name, question);
  const live = useLive(name, question);
  const listTable = useListTable(name, question, live);

  const section = { name, question, live, ...listTable };
  return (
    <section aria-label={t(($) => $.fleet.list.label)} className={classes["list"]}>
      <ListHead {...section} />
      <ListFilter {...section} fields={fields} filter={filter} />
      <FleetChart fields={fields} filter={filter} name={name} question={question} />
      <LiveBanner live={live} />
      <ListBody {...section} filter={filter} />
      <ListFoot {...section} />
    </section>
  );
}
