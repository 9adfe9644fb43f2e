/** One list: header, query, rows and selection. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { Button } from "@mantine/core";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { FleetChart } from "./fleet-chart.tsx";
import classes from "./fleet.module.css";
import { isNarrowed, listKey, type ListName, type ListQuery } from "./fleet-slice.ts";
import { ListBody } from "./list-body.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListFoot, SaveAsAudience } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { useFilter } from "./use-filter.ts";
import { useListTable } from "./use-list-table.ts";
import { type LiveRows, useLive } from "./use-live.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { currentField } from "../../ui/filter-bar/suggestions.ts";
import { listColumns } from "./list-columns.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";

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
  const listTable = useListTable(name, question, live, filter);

  const section = { name, question, live, ...listTable };
  return (
    <section aria-label={t(($) => $.fleet.list.label)} className={classes["list"]}>
      <ListHead {...section} />
      <ListFilter {...section} fields={fields} filter={filter} />
      <FleetChart fields={fields} filter={filter} name={name} question={question} />
      <LiveBanner live={live} />
      <TableToolbar narrowed={isNarrowed(question)} table={listTable.table}>
        {collection === "endpoint" ? <SaveAsAudience connection={connection} table={listTable.table} /> : undefined}
      </TableToolbar>
      <ListBody {...section} filter={filter} />
      <ListFoot {...section} />
    </section>
  );
}

const queryKeys = ["filter", "sort", "view", "audience"];

/** The query of a list, from the address; on return to a list, its last query is restored. */
function useListQuery(name: ListName): ListQuery {
  const query = useFleetdesk((state) => state.address.query);
  const left = useFleetdesk((state) => state.fleetLists[listKey(name)]?.left);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const changeFleetList = useFleetdesk((state) => state.changeFleetList);

  // Only on mount.
  useEffect(() => {
    const bare = queryKeys.every((key) => query[key] === undefined);
    if (bare && left !== undefined && Object.keys(left).length > 0) setQuery(left, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- an address that is cleared later is an empty query
  }, []);
  const { filter = "", sort = "", audience, view } = query;
  useEffect(
    () => () => {
      const pairs = Object.entries({ filter, sort, view, audience });
      const entries = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "");
      changeFleetList(name, { left: Object.fromEntries(entries) });
    },
    [name, filter, sort, view, audience, changeFleetList],
  );
  return useMemo(
    () => ({ filter, sort, audience: audience === undefined ? undefined : Number(audience) }),
    [filter, sort, audience],
  );
}

type Choices = NonNullable<Field["choices"]>;

const nothing: readonly Field[] = [];
const mostValues = 100;

/** The fields of a list, with the cached values of references such as profiles. */
function useFields(name: ListName, draft: string): readonly Field[] {
  const { collection } = name;
  const fields = useFleetData("fleet.fields", { collection })?.fields ?? nothing;
  const conditions = useFleetdesk((state) => state.address.query["filter"] ?? "");
  const announce = useFleetdesk((state) => state.announce);
  const [choicesByField, setChoicesByField] = useState<Readonly<Record<string, Choices>>>({});
  const references = useMemo(
    () => listColumns[collection].filter(({ kind, target }) => kind === "reference" && target !== "endpoint"),
    [collection],
  );
  const requestedField = references.find(
    ({ name: field }) =>
      choicesByField[field] === undefined &&
      (currentField(draft, fields)?.name === field || conditions.includes(`${field}:`)),
  )?.name;
  useEffect(() => {
    if (requestedField === undefined) return;
    fleet.fleet
      .facet({ ...name, field: requestedField, limit: mostValues })
      .then(({ values }) => setChoicesByField((before) => ({ ...before, [requestedField]: values })))
      .catch((error: unknown) => announce(formatText(failureOf(error).text)));
  }, [announce, name, requestedField]);
  return useMemo(
    () =>
      fields.map((field) => {
        const choices = field.choices ?? choicesByField[field.name];
        return choices === undefined ? field : { ...field, choices };
      }),
    [fields, choicesByField],
  );
}

/** States that the rows are live and not cached, and when they were read; with a button to return to the cache. */
function LiveBanner({ live: { state, load, close } }: { readonly live: LiveRows }): ReactElement | undefined {
  const now = useNow();
  const back = <Button onClick={close}>{t(($) => $.fleet.live.backToCache)}</Button>;
  if (state.state === "failed") {
    return (
      <div className={classes["notice"]}>
        <Callout actions={back} title={t(($) => $.fleet.live.failed)} tone="bad">
          <p>{formatText(state.failure.text)}</p>
        </Callout>
      </div>
    );
  }
  const result = dataOf(state);
  if (result === undefined) return undefined;
  const { asOf, items, total, complete, warnings } = result;
  const banner = (
    <div className={classes["live"]} role="status">
      <b>{t(($) => $.fleet.live.title)}</b>
      <span title={formatDateTime(asOf)}>
        {complete || total === undefined
          ? t(($) => $.fleet.live.loadedAt, { time: formatTime(asOf, now) })
          : t(($) => $.fleet.live.loadedPart, { time: formatTime(asOf, now), count: items.length, total })}
      </span>
      <span className={classes["gap"]} />
      <Button onClick={load}>{t(($) => $.fleet.live.refresh)}</Button>
      {back}
    </div>
  );
  if (warnings.length === 0) return banner;
  return (
    <>
      {banner}
      <div className={classes["notice"]}>
        <Callout title={t(($) => $.fleet.live.warnings)} tone="waiting">
          {warnings
            .map((warning) => formatText(warning))
            .map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
        </Callout>
      </div>
    </>
  );
}
