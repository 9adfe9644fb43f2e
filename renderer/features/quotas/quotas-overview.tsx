/** Quotas of the fleet from the cache, by group: empty, low, never read, and others; with its filter and chart. */
import { t } from "#shared/texts/text.ts";
import { Button, Select, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useEffect, useMemo, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { Action } from "../../app/actions/action.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { RefreshLine, RefreshMenu } from "./refresh-menu.tsx";
import {
  defaultLimits,
  filterOf,
  groupOrder,
  isNarrowed,
  parseQuotaQuery,
  type QuotasRequest,
  sortable,
  writeSort,
  quotaRowQuery,
} from "./quota-query.ts";
import { refreshQuotas } from "./quota-actions.ts";
import { KindSwitch, QuotasHead } from "./quotas-head.tsx";
import { type OutputOf, useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { groupLabel } from "./quota-labels.ts";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { readTextDraft, saveTextDraft, writeForm } from "../../lib/draft-storage.ts";
import { focusWhenMounted } from "../../lib/focus.ts";
import { allMatching } from "../../lib/selection.ts";
import { readSelectedIds } from "../../lib/table-selection.ts";
import { emptyForm, manyDraftName, parseForm } from "./quota-form.ts";
import { formatOpen, parseOpen } from "../../lib/records.ts";
import { useNow } from "../../ui/use-now.ts";
import { defaultColumns, quotaColumns } from "./quota-columns.tsx";
import { TableToolbar } from "../../app/data-table/table-toolbar.tsx";
import { formatTime } from "#shared/format.ts";
import { PageToolbar } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { parseNumber } from "../../lib/parse-number.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { quotaBars } from "./quota-bars.ts";
import classes from "./quotas.module.css";

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
          const count = overview.groups[id];
          // Before the first reading, no group but that of the unread endpoints is known to be empty.
          const isUnknown = overview.newest === undefined && id !== "never" && count === 0;
          return { id, text, tone, count: isUnknown ? ("unknown" as const) : count };
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
export const topUp: Action<TopUp> = {
  id: "top-up-quotas",
  changesNothing: true,
  title: ({ count, listed: { group, ...limits } }) =>
    t(($) => $.quotas.overview.topUp, { count, group: groupLabel(group, limits).text }),
  connection: ({ connection }) => connection,
  run: async ({ count, ...request }, { watchPage, takeQuotaSource, navigate }) => {
    const isPageOpen = watchPage();
    const query = quotaRowQuery(request);
    const ids = await readSelectedIds(allMatching(query.key, count), query, rowId);
    if (!isPageOpen()) return;
    const key = `quota/${request.connection}/${manyDraftName}`;
    saveTextDraft(key, writeForm({ ...parseForm(readTextDraft(key)), op: "add" }, emptyForm));
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

function OverviewFilter({ request }: { readonly request: QuotasRequest }): ReactElement {
  const { kind, belowPercent, expiringDays, search = "" } = request.listed;
  const setQuery = useFleetdesk((state) => state.setQuery);
  const put = (name: string, value: string | undefined): void => setQuery({ [name]: value }, { replace: true });
  return (
    <PageToolbar labelled>
      <KindSwitch kind={kind} onChange={(next) => put("kind", next === "data" ? undefined : next)} />
      <LimitField
        label={t(($) => $.quotas.filter.below)}
        max={100}
        min={0}
        onChange={(value) => put("below", value === defaultLimits.belowPercent ? undefined : String(value))}
        value={belowPercent}
      />
      <LimitField
        label={t(($) => $.quotas.filter.expiring)}
        max={3650}
        min={1}
        onChange={(value) => put("days", value === defaultLimits.expiringDays ? undefined : String(value))}
        value={expiringDays}
        whole
      />
      <ProfileField request={request} onChange={(value) => put("profile", value)} />
      <AudienceField request={request} onChange={(value) => put("audience", value)} />
      <SearchField
        className={classes["field"]}
        label={t(($) => $.quotas.filter.search)}
        onSearch={(text) => put("search", text === "" ? undefined : text)}
        placeholder={t(($) => $.quotas.filter.searchPlaceholder)}
        text={search}
      />
    </PageToolbar>
  );
}

interface FieldProps {
  readonly request: QuotasRequest;
  readonly onChange: (value: string | undefined) => void;
}

/** Names of profiles and audiences are data, so they are excluded from translation. */
const dataOptions = { options: { translate: "no" } };

/** The profiles in the endpoint cache. */
function ProfileField({ request: { connection, listed }, onChange }: FieldProps): ReactElement {
  const loadProfiles = useCallback(
    (signal: AbortSignal) =>
      fleet.fleet.facet({ connection, collection: "endpoint", field: "service_profile", limit: 100 }, signal),
    [connection],
  );
  const profiles = dataOf(useAsyncState(loadProfiles))?.values ?? [];
  const { profile } = listed;
  const data = profiles.map(({ value, label }) => ({ value, label }));
  const all =
    profile === undefined || data.some(({ value }) => value === profile)
      ? data
      : [...data, { value: profile, label: t(($) => $.quotas.filter.profileId, { profile }) }];
  return (
    <Select
      aria-label={t(($) => $.quotas.filter.profile)}
      attributes={dataOptions}
      className={classes["field"] ?? ""}
      clearable
      data={all}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder={t(($) => $.quotas.filter.anyProfile)}
      searchable
      value={profile ?? null}
    />
  );
}

function AudienceField({ request: { listed }, onChange }: FieldProps): ReactElement | undefined {
  const { audiences: items = [] } = useFleetData("fleet.audiences", {}) ?? {};
  if (items.length === 0 && listed.audience === undefined) return undefined;
  return (
    <Select
      aria-label={t(($) => $.quotas.filter.audience)}
      attributes={dataOptions}
      className={classes["field"] ?? ""}
      clearable
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => onChange(value ?? undefined)}
      placeholder={t(($) => $.quotas.filter.anyAudience)}
      searchable
      value={listed.audience === undefined ? null : String(listed.audience)}
    />
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  readonly onChange: (value: number) => void;
}

/** Input for a limit of the overview: applied while valid; invalid input is preserved. */
function LimitField({ label, value, min, max, whole = false, onChange }: LimitFieldProps): ReactElement {
  const [input, setInput] = useState<string>();
  const text = input ?? String(value);
  const fits = (number: number | undefined): number is number =>
    number !== undefined && number >= min && number <= max && (!whole || Number.isInteger(number));
  const isInvalid = !fits(parseNumber(text));
  return (
    <TextInput
      className={classes["limit"] ?? ""}
      error={isInvalid ? expected({ min, max, whole }) : undefined}
      inputMode="decimal"
      label={label}
      onBlur={() => {
        if (!isInvalid) setInput(undefined);
      }}
      onChange={({ currentTarget }) => {
        setInput(currentTarget.value);
        const number = parseNumber(currentTarget.value);
        if (fits(number)) onChange(number);
      }}
      value={text}
    />
  );
}

function expected({
  min,
  max,
  whole,
}: {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}): string {
  return whole ? t(($) => $.quotas.filter.notWhole, { min, max }) : t(($) => $.quotas.filter.notNumber, { min, max });
}

interface QuotaChartProps {
  readonly overview: OutputOf<"quotas.overview">;
  readonly belowPercent: number;
}

function QuotaChart({ overview, belowPercent }: QuotaChartProps): ReactElement {
  const points = useMemo(() => quotaBars(overview, belowPercent), [overview, belowPercent]);
  const isEmpty = points.every(({ values }) => values["endpoints"] === 0);
  return (
    <Chart
      axis="places"
      empty={overview.newest === undefined ? t(($) => $.quotas.overview.notLoaded) : t(($) => $.quotas.histogram.none)}
      height={112}
      points={isEmpty ? [] : points}
      series={series}
      shape="bars"
      title={t(($) => $.quotas.histogram.caption)}
      unit={t(($) => $.quotas.histogram.unit)}
    />
  );
}

const series = [
  {
    id: "endpoints",
    label: t(($) => $.quotas.histogram.endpoints),
    style: { color: "color-mix(in srgb, var(--accent) 60%, var(--surface))" },
  },
];
