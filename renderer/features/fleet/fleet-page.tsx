/** The fleet: one list of records with its header, query, rows and selection. */
import { undecidedText } from "#shared/records/contact.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { Button, Skeleton } from "@mantine/core";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { FleetChart } from "./fleet-chart.tsx";
import classes from "./fleet.module.css";
import { isNarrowed, listKey, type ListName, type ListQuery, listQueryKey } from "./fleet-slice.ts";
import { ListFilter } from "./list-filter.tsx";
import { ListFoot, SaveAsAudience, useUndecided } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { useFilter, type Filter } from "./use-filter.ts";
import { useListTable, type ListSectionProps } from "./use-list-table.tsx";
import { type LiveRows, useLive } from "./use-live.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { currentField } from "../../ui/filter-bar/suggestions.ts";
import { listColumns } from "./list-columns.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { offerFilterUndo } from "../../app/actions/undo.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { sync } from "./sync-actions.ts";
import { collectionLabels, isCollection } from "../../lib/records.ts";
import { collections } from "#shared/records/schema.ts";
import { useConnection } from "../../data/connection.ts";
import { formatAddress } from "../../lib/address.ts";

interface ListPageProps {
  readonly connection: string;
  readonly collection: Collection;
}

function ListPage({ connection, collection }: ListPageProps): ReactElement {
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
        <FailureCallout actions={back} failure={state.failure} title={t(($) => $.fleet.live.failed)} />
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

// The rows, or their empty state: never loaded, empty, or failed.

interface ListBodyProps extends ListSectionProps {
  readonly filter: Filter;
}

function ListBody(props: ListBodyProps): ReactElement {
  const {
    table,
    live: { rows: live },
  } = props;
  const { state } = table;
  if (live !== undefined || state.total.value > 0) {
    const failure = live === undefined && state.phase === "failed" ? failureOf(state.failure) : undefined;
    return (
      <>
        {failure === undefined ? undefined : (
          <div className={classes["notice"]}>
            <FailureCallout
              actions={<Reload {...props} />}
              failure={failure}
              title={t(($) => $.fleet.list.refreshFailed)}
            />
          </div>
        )}
        <VirtualTable {...table.grid} />
      </>
    );
  }
  return (
    <div className={classes["message"]}>
      <EmptyList {...props} />
    </div>
  );
}

function Reload({ name, table }: ListBodyProps): ReactElement {
  return (
    <Button onClick={table.reload}>{t(($) => $.fleet.list.reload, { collection: listLabel(name.collection) })}</Button>
  );
}

function EmptyList(props: ListBodyProps): ReactElement {
  const { name, question, table, filter, live } = props;
  const { state } = table;
  const many = listLabel(name.collection);
  const completeness = useFleetData("fleet.completeness", name);
  const syncing = useFleetdesk((state) => state.syncs.some((sync) => sync.collection === name.collection));
  const undecidedCount = useUndecided(props);
  const undecided = undecidedText(undecidedCount);
  const clear = (): void => {
    offerFilterUndo(() => filter.put(filter.conditions, filter.draft));
    filter.put([], "");
  };
  const clearButton = <Button onClick={clear}>{t(($) => $.fleet.list.clearFilter)}</Button>;
  if (state.phase === "failed") {
    const failure = failureOf(state.failure);
    // A reload fails in the same way.
    if (failure.code === "filter-invalid") return <Notice actions={clearButton} title={formatText(failure.text)} />;
    return <FailureNotice actions={<Reload {...props} />} failure={failure} />;
  }
  if (state.visibleKey === undefined || (state.visibleKey !== listQueryKey(question) && state.phase === "loading"))
    return <Waiting />;
  if (completeness?.state === "not-offered") {
    return (
      <Notice title={t(($) => $.fleet.list.notOffered, { collection: many })}>
        {t(($) => $.fleet.list.notOfferedHelp)}
      </Notice>
    );
  }
  if (completeness === undefined || completeness.state === "never") {
    // Progress and cancellation are in the header of the list.
    if (syncing)
      return (
        <Notice title={t(($) => $.fleet.list.syncing, { collection: many })}>
          {t(($) => $.fleet.list.syncingHelp)}
        </Notice>
      );
    return (
      <Notice
        actions={<ActionButton action={sync} target={name} variant="filled" />}
        title={t(($) => $.fleet.list.neverSynced)}
      >
        {t(($) => $.fleet.list.neverSyncedHelp, { collection: many })}
      </Notice>
    );
  }
  if (!isNarrowed(question)) {
    return (
      <Notice title={t(($) => $.fleet.list.empty, { collection: many })}>
        {completeness.state === "complete"
          ? t(($) => $.fleet.list.emptyHelp, { collection: many })
          : t(($) => $.fleet.list.emptyIncomplete)}
      </Notice>
    );
  }
  if (undecidedCount === undefined) return <Waiting />;
  return (
    <Notice
      actions={
        <>
          {clearButton}
          {undecided === undefined ? (
            <Button onClick={live.load}>{t(($) => $.fleet.list.searchService)}</Button>
          ) : (
            <Button component="a" href="#/events?period=7d">
              {t(($) => $.overview.contact.load)}
            </Button>
          )}
        </>
      }
      title={undecided === undefined ? t(($) => $.fleet.list.noMatch, { collection: many }) : formatText(undecided)}
    >
      {undecided === undefined ? t(($) => $.fleet.list.noMatchHelp) : t(($) => $.fleet.lastSeen.undecidedHelp)}
    </Notice>
  );
}

/** Delayed, so that a cache hit shows no loading indicator. */
function Waiting(): ReactElement {
  return (
    <div aria-busy="true" aria-label={t(($) => $.common.loading)} className={classes["waiting"]} role="status">
      {[70, 82, 64, 76, 58, 80, 68].map((width) => (
        <Skeleton height={10} key={width} width={`${width}%`} />
      ))}
    </div>
  );
}

/** "endpoints", "SIMs", "tariff plans". */
function listLabel(collection: Collection): string {
  const word = collectionLabels[collection].many;
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1);
}

// The six lists of the fleet. The address holds the collection and the query.

export function FleetPage(): ReactElement | undefined {
  const connection = useConnection()?.name;
  const named = useFleetdesk((state) => state.address.path[1] ?? "endpoint");
  const collection = isCollection(named) ? named : "endpoint";
  if (connection === undefined) return undefined;
  return (
    <>
      <CollectionTabs current={collection} />
      <ListPage collection={collection} connection={connection} key={`${collection} ${connection}`} />
    </>
  );
}

/** The collections as tabs; each has its own address. */
function CollectionTabs({ current }: { readonly current: Collection }): ReactElement {
  const navigate = useFleetdesk((state) => state.navigate);
  return (
    <nav aria-label={t(($) => $.fleet.collections)} className={classes["tabs"]}>
      {collections.map((collection) => {
        const address = { path: ["fleet", collection], query: {} };
        return (
          <a
            aria-current={collection === current ? "page" : undefined}
            className={classes["tab"]}
            href={`#${formatAddress(address)}`}
            key={collection}
            onClick={(event) => {
              event.preventDefault();
              if (collection !== current) navigate(address);
            }}
          >
            {collectionLabels[collection].many}
          </a>
        );
      })}
    </nav>
  );
}
