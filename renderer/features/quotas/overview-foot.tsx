/** What is chosen in the overview, and what can be done with it. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { when } from "../../lib/format.ts";
import type { RowWindowState } from "../../lib/row-source.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import type { AskedQuotas } from "./quotas-slice.ts";
import classes from "./quotas.module.css";
import type { QuotaSelection } from "./use-quota-selection.ts";

export interface OverviewFootProps {
  readonly asked: AskedQuotas;
  readonly state: RowWindowState;
  readonly chosen: QuotaSelection;
}

export function OverviewFoot({ asked, state, chosen }: OverviewFootProps): ReactElement {
  const overview = useFleetdesk((now) => shown(now.quotaOverview));
  const take = useFleetdesk((now) => now.takeQuotaSource);
  const go = useFleetdesk((now) => now.go);
  const { busy, failure, run } = useCall();
  const now = useNow();
  const { value, exact } = state.total;
  const change = (): void =>
    void run(async () => {
      take({ ids: await chosen.ids() }, asked.listed.kind);
      go({ path: ["quotas", "new"], query: {} });
    });
  return (
    <footer className={classes["foot"]}>
      {chosen.size === 0 ? (
        <span>{t(($) => $.quotas.foot.nothingSelected)}</span>
      ) : (
        <>
          <span>
            {chosen.hidden === undefined || chosen.hidden === 0
              ? t(($) => $.quotas.foot.selected, { count: chosen.size })
              : t(($) => $.quotas.foot.selectedHidden, { count: chosen.size, hidden: chosen.hidden })}
          </span>
          {exact && chosen.chosen !== "all" && chosen.selection.kind === "some" ? (
            <button className={classes["link"]} onClick={chosen.selectMatching} type="button">
              {t(($) => $.quotas.foot.selectAll, { count: value })}
            </button>
          ) : undefined}
          <button className={classes["link"]} onClick={chosen.clear} type="button">
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
            from: when(overview.oldest ?? overview.newest, now),
            to: when(overview.newest, now),
          })}
        </span>
      )}
    </footer>
  );
}
