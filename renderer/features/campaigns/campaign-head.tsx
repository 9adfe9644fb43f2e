/** Head of a campaign's page: name, state, reason of a wait, and actions. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatTime } from "#shared/format.ts";
import { campaignWord } from "../../lib/outcome-labels.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { SignInLink } from "../../ui/sign-in-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { CampaignActionBar } from "./campaign-action-bar.tsx";
import { countSentence, formatSize } from "./campaign-counts.ts";
import classes from "./campaigns.module.css";
import type { CampaignStep } from "./steps-panel.tsx";
import type { CampaignDetail } from "./campaign-actions.ts";
import { paceTexts, stateSince } from "./pace-texts.ts";

export interface CampaignHeadProps {
  readonly detail: CampaignDetail;
  readonly steps: readonly CampaignStep[];
}

export function CampaignHead({ detail, steps }: CampaignHeadProps): ReactElement {
  const { status } = detail;
  const { text, tone } = campaignWord(status);
  const now = useNow(1000);
  const here = useFleetdesk((state) => currentConnection(state)?.name === status.connection);
  const governor = useFleetdesk((state) => dataOf(state.governor));
  const session = useFleetdesk((state) => dataOf(state.session));
  const pace = paceTexts(status, here ? { governor, session, now } : { governor: undefined, session: undefined, now });
  const since = stateSince(steps);
  const about = [
    ...(here ? [] : [t(($) => $.campaigns.head.connection, { connection: status.connection })]),
    ...(since === undefined ? [] : [t(($) => $.campaigns.head.since, { time: formatTime(since, now) })]),
    formatSize(status),
  ];
  return (
    <header className={classes["top"]}>
      <div className={classes["title"]}>
        <h1>{status.name}</h1>
        <StatusPill tone={tone}>{text}</StatusPill>
        {status.watching && status.state === "finished" ? (
          <StatusPill tone="waiting">{t(($) => $.campaigns.head.checkingDelivery)}</StatusPill>
        ) : undefined}
        <span className="muted">{about.join(" · ")}</span>
        <CampaignActionBar status={status} />
      </div>
      <p className={classes["sentence"]}>
        <b>{t(($) => $.campaigns.counts.sentence, { counts: countSentence(status.counts) })}</b>{" "}
        {status.state === "running" && here ? "" : (status.message ?? "")}
        {status.reason === "needs-sign-in" ? <SignInLink connection={status.connection} /> : undefined}
      </p>
      {pace.length === 0 ? undefined : <p className="muted">{pace.join(" · ")}</p>}
    </header>
  );
}
