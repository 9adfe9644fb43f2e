/** Quotas of the fleet from the cache, by group: empty, low, never read, and others. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useCallback } from "react";
import { failureOf } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { Action } from "../../app/actions/action.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { RefreshMenu, RefreshLine } from "./refresh-menu.tsx";
import { OverviewFilter } from "./overview-filter.tsx";
import {
  type QuotasRequest,
  filterOf,
  isNarrowed,
  parseQuotaQuery,
  groupOrder,
  sortable,
  writeSort,
} from "./quota-query.ts";
import { refreshQuotas } from "./quota-actions.ts";
import { QuotaChart } from "./quota-chart.tsx";
import { QuotasHead } from "./quotas-head.tsx";
import { type OutputOf, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import classes from "./quotas.module.css";
import { CountChips } from "../../ui/count-chips.tsx";
import { groupLabel } from "./quota-labels.ts";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { focusWhenMounted } from "../../lib/focus.ts";
import { allMatching } from "../../lib/selection.ts";
import { readSelectedIds } from "../../lib/table-selection.ts";
import { emptyForm } from "./quota-form.ts";
import { manyKey } from "./quotas-slice.ts";
import { formatOpen, parseOpen } from "../../lib/records.ts";
import { useNow } from "../../ui/use-now.ts";
import { quotaColumns, defaultColumns } from "./quota-columns.tsx";
import { quotaRowQuery } from "./quota-row-query.ts";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { formatTime } from "#shared/format.ts";

export function QuotasOverview({ connection }: { readonly connection: string }): ReactElement {
  const { kind, below, days, group, search, profile, audience, sort } = useFleetdesk((state) => state.address.query);
  // A stable query object: opening a detail does not reload the list.
  const question = JSON.stringify({ kind, below, days, group, search, profile, audience, sort });
  const request = useMemo(
    (): QuotasRequest => ({ connection, listed: parseQuotaQuery(JSON.parse(question) as Record<string, string>) }),
    [connection, question],
  );
  const open = useFleetdesk((state) => state.openQuotas);
  const leave = useFleetdesk((state) => state.leaveQuotas);
  const overviewState = useFleetQuery(
    "quotas.overview",
    { connection, ...filterOf(request.listed) },
    { keepPrevious: true, reloadOnOpen: true },
  );
  const table = useQuotaTable(request);
  const { state } = table;
  useEffect(() => open(request), [open, request]);
  useEffect(() => leave, [leave]);
  const overview = dataOf(overviewState);
  const failure =
    overviewState.state === "failed"
      ? overviewState.failure
      : state.phase === "failed"
        ? failureOf(state.failure)
        : undefined;
  return (
    <>
      <QuotasHead aside={<RefreshMenu request={request} table={table} />} />
      <OverviewFilter request={request} />
      <RefreshLine connection={connection} />
      {failure === undefined ? undefined : (
        <div className={classes["notice"]}>
          <FailureNotice
            actions={
              <Button
                onClick={() => {
                  table.reload();
                  void reloadQueries("quotas.overview");
                }}
              >
                {t(($) => $.quotas.reload)}
              </Button>
            }
            failure={failure}
          />
        </div>
      )}
      {overview === undefined ? undefined : (
        <div className={classes["overview"]}>
          <OverviewGroups request={request} overview={overview} />
          <QuotaChart belowPercent={request.listed.belowPercent} overview={overview} />
        </div>
      )}
      {state.total.value > 0 ? (
        <div className={classes["rows"]}>
          <TableToolbar narrowed={request.listed.group !== "checked" || isNarrowed(request.listed)} table={table} />
          <VirtualTable {...table.grid} />
        </div>
      ) : (
        <div className={classes["message"]}>
          {overview === undefined || state.phase !== "ready" ? undefined : (
            <EmptyOverview request={request} overview={overview} />
          )}
        </div>
      )}
      <OverviewFoot overview={overview} table={table} />
    </>
  );
}

interface EmptyOverviewProps {
  readonly request: QuotasRequest;
  readonly overview: OutputOf<"quotas.overview">;
}

/** Distinguishes never refreshed, no endpoints in this group, and no fleet. */
function EmptyOverview({ request, overview }: EmptyOverviewProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { groups } = overview;
  if (request.listed.group !== "checked" || isNarrowed(request.listed)) {
    const all = { group: undefined, search: undefined, profile: undefined, audience: undefined };
    return (
      <Notice
        actions={<Button onClick={() => setQuery(all)}>{t(($) => $.quotas.overview.showAll)}</Button>}
        title={t(($) => $.quotas.overview.noneInGroup)}
      />
    );
  }
  if (groups.never === 0) {
    return (
      <Notice title={t(($) => $.quotas.overview.noEndpoints)}>{t(($) => $.quotas.overview.noEndpointsHelp)}</Notice>
    );
  }
  return (
    <Notice
      actions={
        <ActionButton
          action={refreshQuotas}
          target={{ connection: request.connection, kinds: ["data", "sms"] }}
          variant="filled"
        >
          {t(($) => $.quotas.overview.load)}
        </ActionButton>
      }
      title={t(($) => $.quotas.overview.notLoaded)}
    >
      {t(($) => $.quotas.overview.notLoadedHelp)}
    </Notice>
  );
}

interface OverviewGroupsProps {
  readonly request: QuotasRequest;
  readonly overview: OutputOf<"quotas.overview">;
}

/** Groups with counts as filters: one at a time; without one, every endpoint queried so far is listed. */
function OverviewGroups({ request, overview }: OverviewGroupsProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { group } = request.listed;
  const selectedLabel = groupLabel(group, request.listed);
  const lowGroup = group === "empty" ? "empty" : "below";
  return (
    <div className={classes["facts"]}>
      <CountChips
        chips={groupOrder.map((id) => {
          const { text, tone } = groupLabel(id, request.listed);
          return { id, text, tone, count: overview.groups[id] };
        })}
        label={t(($) => $.quotas.overview.groups)}
        onPress={(pressed) => setQuery({ group: pressed.findLast((one) => one !== group) })}
        pressed={groupOrder.filter((id) => id === group)}
      />
      {overview.groups[lowGroup] === 0 ? undefined : (
        <ActionButton
          action={topUp}
          className={classes["kindControl"] ?? ""}
          target={{ ...request, listed: { ...request.listed, group: lowGroup }, count: overview.groups[lowGroup] }}
        />
      )}
      <p className={classes["sentence"]}>{selectedLabel.hint}</p>
    </div>
  );
}

interface TopUp extends QuotasRequest {
  /** Number of rows. */
  readonly count: number;
}

/** Opens the form of a bulk change, to add a volume to all rows of a group. A volume that was typed there before stays. */
const topUp: Action<TopUp> = {
  id: "top-up-quotas",
  changesNothing: true,
  title: ({ count, listed: { group, ...limits } }) =>
    t(($) => $.quotas.overview.topUp, { count, group: groupLabel(group, limits).text }),
  connection: ({ connection }) => connection,
  run: async ({ count, ...request }, { readQuotaForm, saveQuotaForm, takeQuotaSource, navigate }) => {
    const query = quotaRowQuery(request);
    const ids = await readSelectedIds(allMatching(query.key, count), query, rowId);
    const key = manyKey(request.connection);
    readQuotaForm(key);
    saveQuotaForm(key, { ...(useFleetdesk.getState().quotaForms[key] ?? emptyForm), op: "add" });
    takeQuotaSource({ ids }, request.listed.kind);
    navigate({ path: ["quotas", "new"], query: {} });
    focusWhenMounted("[data-volume]", { take: true });
  },
};

const layout = { place: "quotas/overview", visible: defaultColumns };
const rowId = ({ endpoint }: QuotaItem): string => endpoint;

/** The endpoints of a group as a table. */
function useQuotaTable(request: QuotasRequest): DataTable<QuotaItem> {
  const list = useFleetdesk((state) => state.quotaWindow);
  const address = useFleetdesk((state) => state.address);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const now = useNow();
  const { kind, belowPercent, sort, descending } = request.listed;
  const { open } = address.query;
  const opened = open === undefined ? undefined : parseOpen(open);
  const columns = useMemo(
    () => quotaColumns({ kind, belowPercent, from: address, now }),
    [kind, belowPercent, address, now],
  );
  const close = useCallback(() => setQuery({ open: undefined, tab: undefined }), [setQuery]);
  return useDataTable({
    id: `quotas/overview ${request.connection}`,
    connection: request.connection,
    rowTarget: ({ id, ids }) => ({ kind: "quota", endpoint: id, endpoints: ids, quotaKind: kind }),
    name: t(($) => $.quotas.overview.table),
    list,
    query: useMemo(() => quotaRowQuery(request), [request]),
    rowId,
    columns,
    savedLayout: useSavedLayout(columns, layout),
    sort: useMemo(() => [{ field: sort, descending }], [sort, descending]),
    onSort: ([first]) => {
      const field = sortable.find((one) => one === first?.field);
      setQuery({ sort: field === undefined ? undefined : writeSort(field, first?.descending === true) });
    },
    openId: opened?.collection === "endpoint" ? opened.id : undefined,
    onOpen: ({ endpoint }) => {
      const to = formatOpen({ collection: "endpoint", id: endpoint });
      setQuery({ open: to, tab: "quotas" }, { replace: open !== undefined });
    },
    onClose: open === undefined ? undefined : close,
  });
}

interface OverviewFootProps {
  readonly overview: OutputOf<"quotas.overview"> | undefined;
  readonly table: DataTable<QuotaItem>;
}

/** Number of rows of the overview, and the age of their values. */
function OverviewFoot({ overview, table }: OverviewFootProps): ReactElement {
  const now = useNow();
  const { value, exact } = table.total;
  return (
    <footer className={classes["foot"]}>
      <span className={classes["gap"]} />
      {exact ? <span>{t(($) => $.quotas.foot.shown, { count: value })}</span> : undefined}
      {overview?.newest === undefined ? undefined : (
        <span>
          {t(($) => $.quotas.foot.readBetween, {
            from: formatTime(overview.oldest ?? overview.newest, now),
            to: formatTime(overview.newest, now),
          })}
        </span>
      )}
    </footer>
  );
}
