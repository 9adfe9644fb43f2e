/** The head of a campaign's page: its name and state, what it waits for, and what can be done about it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { when } from "../../lib/format.ts";
import { campaignWord } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { currentConnection } from "../connections/connections-slice.ts";
import { SignInLink } from "../../ui/sign-in-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { CampaignDeeds } from "./campaign-deeds.tsx";
import { countSentence, sizeWords } from "./campaign-model.ts";
import classes from "./campaigns.module.css";
import type { CampaignStep } from "./campaigns-slice.ts";
import type { Standing } from "./deeds-model.ts";
import { paceWords, stateSince } from "./pace-model.ts";

export interface CampaignHeadProps {
  readonly standing: Standing;
  readonly steps: readonly CampaignStep[];
}

export function CampaignHead({ standing, steps }: CampaignHeadProps): ReactElement {
  const { status } = standing;
  const { text, tone } = campaignWord(status);
  const now = useNow(1000);
  const here = useFleetdesk((state) => currentConnection(state)?.name === status.connection);
  const governor = useFleetdesk((state) => shown(state.governor));
  const session = useFleetdesk((state) => shown(state.session));
  const pace = paceWords(status, here ? { governor, session, now } : { governor: undefined, session: undefined, now });
  const since = stateSince(steps);
  const about = [
    ...(here ? [] : [t(($) => $.campaigns.head.connection, { connection: status.connection })]),
    ...(since === undefined ? [] : [t(($) => $.campaigns.head.since, { time: when(since, now) })]),
    sizeWords(status),
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
        <CampaignDeeds standing={standing} />
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
