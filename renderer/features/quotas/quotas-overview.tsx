/** Quotas of the fleet from the cache, by group: empty, low, never read, and others. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo } from "react";
import { failureOf } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { RefreshMenu, RefreshLine } from "./refresh-menu.tsx";
import { OverviewFilter } from "./overview-filter.tsx";
import { OverviewFoot } from "./overview-foot.tsx";
import { OverviewGroups } from "./overview-groups.tsx";
import { filterOf, isNarrowed, parseQuotaQuery, type QuotasRequest } from "./quota-query.ts";
import { refreshQuotas } from "./quota-actions.ts";
import { QuotaChart } from "./quota-chart.tsx";
import { QuotasHead } from "./quotas-head.tsx";
import { type OutputOf, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import classes from "./quotas.module.css";
import { useQuotaTable } from "./use-quota-table.ts";

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
          <VirtualTable {...table.grid} />
        </div>
      ) : (
        <div className={classes["message"]}>
          {overview === undefined || state.phase !== "ready" ? undefined : (
            <EmptyOverview request={request} overview={overview} />
          )}
        </div>
      )}
      <OverviewFoot overview={overview} request={request} table={table} />
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
