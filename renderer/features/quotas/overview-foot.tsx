/** The selection of the overview, and its actions. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatTime } from "#shared/format.ts";
import type { PagedListState } from "../../lib/data-source.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import type { QuotasRequest } from "./quotas-slice.ts";
import classes from "./quotas.module.css";
import type { QuotaSelection } from "./use-quota-selection.ts";

export interface OverviewFootProps {
  readonly request: QuotasRequest;
  readonly state: PagedListState;
  readonly selection: QuotaSelection;
}

export function OverviewFoot({ request, state, selection }: OverviewFootProps): ReactElement {
  const overview = useFleetdesk((now) => dataOf(now.quotaOverview));
  const take = useFleetdesk((now) => now.takeQuotaSource);
  const navigate = useFleetdesk((now) => now.navigate);
  const { busy, failure, run } = useCall();
  const now = useNow();
  const { value, exact } = state.total;
  const change = (): void =>
    void run(async () => {
      take({ ids: await selection.ids() }, request.listed.kind);
      navigate({ path: ["quotas", "new"], query: {} });
    });
  return (
    <footer className={classes["foot"]}>
      {selection.size === 0 ? (
        <span>{t(($) => $.quotas.foot.nothingSelected)}</span>
      ) : (
        <>
          <span>
            {selection.hidden === undefined || selection.hidden === 0
              ? t(($) => $.quotas.foot.selected, { count: selection.size })
              : t(($) => $.quotas.foot.selectedHidden, { count: selection.size, hidden: selection.hidden })}
          </span>
          {exact && selection.selected !== "all" && selection.selection.kind === "some" ? (
            <button className={classes["link"]} onClick={selection.selectMatching} type="button">
              {t(($) => $.quotas.foot.selectAll, { count: value })}
            </button>
          ) : undefined}
          <button className={classes["link"]} onClick={selection.clear} type="button">
            {t(($) => $.quotas.foot.clear)}
          </button>
          <button className={classes["link"]} disabled={busy} onClick={change} type="button">
            {t(($) => $.quotas.foot.change)}
          </button>
          {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
        </>
      )}
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
