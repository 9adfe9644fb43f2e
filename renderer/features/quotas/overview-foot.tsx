/** The selection of the overview, and its actions. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { SelectionAction, SelectionStatus } from "../../app/data-table/selection-status.tsx";
import type { DataTable } from "../../app/data-table/use-data-table.ts";
import { formatTime } from "#shared/format.ts";
import type { OutputOf } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import { isNarrowed, type QuotasRequest } from "./quota-query.ts";
import classes from "./quotas.module.css";

export interface OverviewFootProps {
  readonly request: QuotasRequest;
  readonly overview: OutputOf<"quotas.overview"> | undefined;
  readonly table: DataTable<QuotaItem>;
}

export function OverviewFoot({ overview, request, table }: OverviewFootProps): ReactElement {
  const take = useFleetdesk((now) => now.takeQuotaSource);
  const navigate = useFleetdesk((now) => now.navigate);
  const { busy, failure, run } = useCall();
  const now = useNow();
  const { value, exact } = table.total;
  const change = (): void =>
    void run(async () => {
      take({ ids: await table.selectedIds() }, request.listed.kind);
      navigate({ path: ["quotas", "new"], query: {} });
    });
  return (
    <footer className={classes["foot"]}>
      <SelectionStatus narrowed={request.listed.group !== "checked" || isNarrowed(request.listed)} table={table}>
        <SelectionAction disabled={busy} onClick={change}>
          {t(($) => $.quotas.foot.change)}
        </SelectionAction>
        {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
      </SelectionStatus>
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
