/** Columns of the list of campaigns: state, outcome, delivery status and replies in separate ones. */
import { t } from "#shared/texts/text.ts";
import { formatDateTime, formatNumber, formatRelative } from "#shared/format.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { campaignLabel } from "../../lib/outcome-labels.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { audienceSize, countSentence, expectsAnswers, formatPace, outcomeShares } from "./campaign-counts.ts";
import { campaignSorts } from "./campaign-list-query.ts";
import classes from "./campaigns.module.css";
import { ShareBar } from "./share-bar.tsx";

const none = "–";

type Content = Pick<TableColumn<CampaignStatus>, "text"> & Partial<TableColumn<CampaignStatus>>;

function column(id: string, title: string, width: number, content: Content): TableColumn<CampaignStatus> {
  return {
    id,
    title,
    width,
    sortable: campaignSorts.some((sort) => sort === id),
    render: (campaign) => <span title={content.text(campaign)}>{content.text(campaign)}</span>,
    ...content,
  };
}

function timeColumn(
  id: string,
  title: string,
  now: number,
  timeOf: (campaign: CampaignStatus) => number | undefined,
): TableColumn<CampaignStatus> {
  const text = (campaign: CampaignStatus): string => {
    const at = timeOf(campaign);
    return at === undefined ? none : formatDateTime(at);
  };
  return column(id, title, 110, {
    text,
    render: (campaign) => {
      const at = timeOf(campaign);
      return at === undefined ? none : <time title={text(campaign)}>{formatRelative(at, now)}</time>;
    },
  });
}

export const defaultColumns: readonly string[] = [
  "name",
  "state",
  "accepted",
  "message",
  "recipients",
  "pace",
  "delivered",
  "asExpected",
  "createdAt",
  "startedAt",
];

export function campaignColumns(now: number): readonly TableColumn<CampaignStatus>[] {
  return [
    column(
      "name",
      t(($) => $.campaigns.campaign),
      210,
      {
        text: ({ name }) => name,
        render: ({ campaignId, name }) => (
          <a className={classes["name"]} href={`#/campaigns/${campaignId}`} tabIndex={-1} title={name}>
            {name}
          </a>
        ),
      },
    ),
    column(
      "state",
      t(($) => $.campaigns.list.state),
      150,
      {
        text: (campaign) => campaignLabel(campaign).text,
        render: (campaign) => {
          const { text, tone } = campaignLabel(campaign);
          return (
            <StatusPill title={campaign.message} tone={tone}>
              {text}
            </StatusPill>
          );
        },
      },
    ),
    column(
      "accepted",
      t(($) => $.common.outcome),
      250,
      {
        text: ({ counts }) => countSentence(counts),
        render: ({ counts }) => (
          <span className={classes["outcome"]} title={countSentence(counts)}>
            <ShareBar
              height={8}
              label={t(($) => $.campaigns.list.outcomeOf, { count: audienceSize(counts) })}
              shares={outcomeShares(counts)}
            />
            <span className="muted">{countSentence(counts)}</span>
          </span>
        ),
      },
    ),
    column(
      "message",
      t(($) => $.campaigns.list.message),
      220,
      { text: ({ message }) => message ?? "" },
    ),
    column(
      "recipients",
      t(($) => $.campaigns.recipients.title),
      92,
      { align: "end", text: ({ counts }) => formatNumber(audienceSize(counts)) },
    ),
    column(
      "pace",
      t(($) => $.campaigns.timeline.title),
      140,
      { text: formatPace },
    ),
    column(
      "delivered",
      t(($) => $.campaigns.list.delivered),
      92,
      {
        align: "end",
        text: ({ counts, delivery }) => (counts.accepted === 0 ? none : formatNumber(delivery["delivered"] ?? 0)),
      },
    ),
    column(
      "asExpected",
      t(($) => $.campaigns.list.expectedReplies),
      124,
      {
        align: "end",
        text: (campaign) =>
          expectsAnswers(campaign) && campaign.counts.accepted > 0
            ? formatNumber(campaign.replies["as-expected"] ?? 0)
            : none,
      },
    ),
    timeColumn(
      "createdAt",
      t(($) => $.common.created),
      now,
      ({ createdAt }) => createdAt,
    ),
    timeColumn(
      "startedAt",
      t(($) => $.campaigns.list.started),
      now,
      ({ startedAt }) => startedAt,
    ),
  ];
}
