/** Campaigns as table rows: state, outcome, delivery status and replies in separate columns. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatRelative, formatNumber, formatDateTime } from "#shared/format.ts";
import { campaignWord } from "../../lib/outcome-labels.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { describeCampaign, audienceSize, countSentence, expectsAnswers, outcomeShares } from "./campaign-counts.ts";
import classes from "./campaigns.module.css";
import { ShareBar } from "./share-bar.tsx";

export function CampaignRows({ campaigns }: { readonly campaigns: readonly CampaignStatus[] }): ReactElement {
  const now = useNow();
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th>{t(($) => $.campaigns.campaign)}</th>
          <th>{t(($) => $.campaigns.list.state)}</th>
          <th>{t(($) => $.common.outcome)}</th>
          <th className={classes["number"]}>{t(($) => $.campaigns.list.delivered)}</th>
          <th className={classes["number"]}>{t(($) => $.campaigns.list.expectedReplies)}</th>
          <th>{t(($) => $.common.created)}</th>
          <th>{t(($) => $.campaigns.list.started)}</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <Row campaign={campaign} key={campaign.campaignId} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ campaign, now }: { readonly campaign: CampaignStatus; readonly now: number }): ReactElement {
  const { campaignId, name, message, counts, delivery, replies, createdAt, startedAt } = campaign;
  const { text, tone } = campaignWord(campaign);
  return (
    <tr>
      <td>
        <a className={classes["name"]} href={`#/campaigns/${campaignId}`}>
          {name}
        </a>
        <div className="muted">{describeCampaign(campaign)}</div>
      </td>
      <td>
        <StatusPill tone={tone}>{text}</StatusPill>
        {message === undefined ? undefined : <div className={classes["stateMessage"]}>{message}</div>}
      </td>
      <td className={classes["outcome"]}>
        <ShareBar
          height={8}
          label={t(($) => $.campaigns.list.outcomeOf, { count: audienceSize(counts) })}
          shares={outcomeShares(counts)}
        />
        <div className="muted">{countSentence(counts)}</div>
      </td>
      <td className={classes["number"]}>{counts.accepted === 0 ? "–" : formatNumber(delivery["delivered"] ?? 0)}</td>
      <td className={classes["number"]}>
        {expectsAnswers(campaign) && counts.accepted > 0 ? formatNumber(replies["as-expected"] ?? 0) : "–"}
      </td>
      <td className={classes["time"]} title={formatDateTime(createdAt)}>
        {formatRelative(createdAt, now)}
      </td>
      <td className={classes["time"]} title={startedAt === undefined ? undefined : formatDateTime(startedAt)}>
        {startedAt === undefined ? "–" : formatRelative(startedAt, now)}
      </td>
    </tr>
  );
}
