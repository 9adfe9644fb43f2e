/** Who is empty, who is running out, who was never asked: the quotas of the fleet as this computer last heard of them. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from "react";
import { failureOf } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { type AskAgain, AskAgainMenu, RefreshLine, useAskAgain } from "./ask-again.tsx";
import { OverviewFilter } from "./overview-filter.tsx";
import { OverviewFoot } from "./overview-foot.tsx";
import { OverviewGroups } from "./overview-groups.tsx";
import { isNarrowed, readLook } from "./quota-look-model.ts";
import { QuotaPicture } from "./quota-picture.tsx";
import { QuotaTable } from "./quota-table.tsx";
import { QuotasHead } from "./quotas-head.tsx";
import type { AskedQuotas, QuotaOverview } from "./quotas-slice.ts";
import classes from "./quotas.module.css";
import { useQuotaSelection } from "./use-quota-selection.ts";

export function QuotasOverview({ connection }: { readonly connection: string }): ReactElement {
  const { kind, below, days, group, search, profile, audience, sort } = useFleetdesk((state) => state.address.query);
  // The same question stays the same object: a detail that opens beside it asks nothing.
  const question = JSON.stringify({ kind, below, days, group, search, profile, audience, sort });
  const asked = useMemo(
    (): AskedQuotas => ({ connection, listed: readLook(JSON.parse(question) as Record<string, string>) }),
    [connection, question],
  );
  const ask = useFleetdesk((state) => state.askQuotas);
  const leave = useFleetdesk((state) => state.leaveQuotas);
  const loadRefresh = useFleetdesk((state) => state.loadQuotaRefresh);
  const window = useFleetdesk((state) => state.quotaWindow);
  const remote = useFleetdesk((state) => state.quotaOverview);
  const state = useSyncExternalStore(window.subscribe, window.state);
  const chosen = useQuotaSelection(asked, state);
  const again = useAskAgain(asked);
  useEffect(() => void ask(asked.connection, asked.listed), [ask, asked]);
  useEffect(() => leave, [leave]);
  useEffect(() => void loadRefresh(connection).catch(() => undefined), [connection, loadRefresh]);
  const overview = shown(remote);
  const failure =
    remote.state === "failed" ? remote.failure : state.phase === "failed" ? failureOf(state.failure) : undefined;
  return (
    <>
      <QuotasHead aside={<AskAgainMenu again={again} asked={asked} chosen={chosen} />} />
      <OverviewFilter asked={asked} />
      <RefreshLine again={again} />
      {again.failure === undefined ? undefined : (
        <div className={classes["told"]}>
          <Callout title={t(($) => $.quotas.overview.refreshFailed)} tone="bad">
            <p>{formatText(again.failure.text)}</p>
          </Callout>
        </div>
      )}
      {failure === undefined ? undefined : (
        <div className={classes["told"]}>
          <FailureNotice
            actions={
              <Button onClick={() => void ask(asked.connection, asked.listed)}>{t(($) => $.common.retry)}</Button>
            }
            failure={failure}
          />
        </div>
      )}
      {overview === undefined ? undefined : (
        <div className={classes["look"]}>
          <OverviewGroups asked={asked} overview={overview} />
          <QuotaPicture belowPercent={asked.listed.belowPercent} overview={overview} />
        </div>
      )}
      {state.total.value > 0 ? (
        <div className={classes["rows"]}>
          <QuotaTable asked={asked} chosen={chosen} state={state} />
        </div>
      ) : (
        <div className={classes["message"]}>
          {overview === undefined || state.phase !== "ready" ? undefined : (
            <WhyNone again={again} asked={asked} overview={overview} />
          )}
        </div>
      )}
      <OverviewFoot asked={asked} chosen={chosen} state={state} />
    </>
  );
}

interface WhyNoneProps {
  readonly asked: AskedQuotas;
  readonly overview: QuotaOverview;
  readonly again: AskAgain;
}

/** Never asked, nobody in this group, and no fleet at all are three different things. */
function WhyNone({ asked, overview, again }: WhyNoneProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const running = useFleetdesk((state) => state.quotaRefresh?.state === "running");
  const { groups } = overview;
  if (asked.listed.group !== "asked" || isNarrowed(asked.listed)) {
    const all = { group: undefined, search: undefined, profile: undefined, audience: undefined };
    return (
      <Notice
        actions={<Button onClick={() => refine(all)}>{t(($) => $.quotas.overview.showAll)}</Button>}
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
        <Button disabled={running} onClick={() => again.ask({ kinds: ["data", "sms"] })} variant="filled">
          {t(($) => $.quotas.overview.load)}
        </Button>
      }
      title={t(($) => $.quotas.overview.notLoaded)}
    >
      {t(($) => $.quotas.overview.notLoadedHelp)}
    </Notice>
  );
}
