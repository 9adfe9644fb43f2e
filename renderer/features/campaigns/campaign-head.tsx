/** The head of a campaign's page: its name and state, what it waits for, and what can be done about it. */
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { campaignWords } from "../../lib/outcome-words.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { CampaignDeeds } from "./campaign-deeds.tsx";
import { aboutWords, countSentence } from "./campaign-model.ts";
import classes from "./campaigns.module.css";

export function CampaignHead({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { text, tone } = campaignWords[status.state];
  return (
    <header className={classes["top"]}>
      <div className={classes["title"]}>
        <h1>{status.name}</h1>
        <StatusPill tone={tone}>{text}</StatusPill>
        <span className="muted">{aboutWords(status)}</span>
        <span className={classes["gap"]} />
        <CampaignDeeds status={status} />
      </div>
      <p className={classes["sentence"]}>
        <b>{countSentence(status.counts)}.</b> {status.message ?? ""}
      </p>
    </header>
  );
}
