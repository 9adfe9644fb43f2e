/** Outcome, delivery status and replies of a campaign in three cards. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { formatNumber } from "#shared/format.ts";
import { replyLabel } from "../../lib/outcome-labels.ts";
import { useConnectionData } from "../../data/connection.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
  audienceSize,
  deliveryShares,
  isCounted,
  expectsAnswers,
  sharesOf,
  outcomeShares,
  percent,
  excludedShare,
} from "./campaign-counts.ts";
import classes from "./campaigns.module.css";
import { ShareBar } from "./share-bar.tsx";

export function CampaignCards({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { counts, delivery, replies } = status;
  const navigate = useFleetdesk((state) => state.navigate);
  const session = useConnectionData("session.get");
  const isSignedOut = session?.connection === status.connection && session.state === "signed-out";
  const outcomes = outcomeShares(counts);
  const open = (name: "outcome" | "delivery" | "reply") => (values: readonly string[]) =>
    navigate({ path: ["campaigns", status.campaignId, "recipients"], query: { [name]: values.join(",") } });
  const deliveries = deliveryShares(status);
  const expected = expectsAnswers(status);
  // If no reply is expected, unknown replies are omitted.
  const answers = sharesOf("reply", replies, replyLabel).filter(({ id }) => expected || id !== "unknown");
  const answered = replies[expected ? "as-expected" : "answered"] ?? 0;
  return (
    <div className={classes["cards"]}>
      <Panel
        aside={
          status.matchedByText === 0 ? undefined : (
            <span className="muted">{t(($) => $.campaigns.cards.matchedByText, { count: status.matchedByText })}</span>
          )
        }
        title={t(($) => $.campaigns.cards.outcome)}
      >
        <p className={classes["figure"]}>
          {status.startedAt === undefined ? "–" : formatNumber(counts.accepted)}{" "}
          <small>
            {status.startedAt === undefined
              ? t(($) => $.campaigns.cards.notStarted)
              : t(($) => $.campaigns.cards.acceptedOf, {
                  total: audienceSize(counts),
                  percent: percent(counts.accepted, audienceSize(counts)),
                })}
          </small>
        </p>
        <ShareBar label={t(($) => $.campaigns.cards.outcome)} shares={outcomes} />
        <div className={classes["chips"]}>
          <CountChips
            chips={[...outcomes, excludedShare(counts)].filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByOutcome)}
            onPress={open("outcome")}
            pressed={[]}
          />
        </div>
      </Panel>
      <Panel
        aside={
          status.watching ? (
            <span className="muted">
              {isSignedOut ? t(($) => $.campaigns.cards.signInToCheck) : t(($) => $.campaigns.cards.checking)}
            </span>
          ) : undefined
        }
        title={t(($) => $.campaigns.cards.delivered)}
      >
        <p className={classes["figure"]}>
          <Figure accepted={counts.accepted} value={delivery["delivered"] ?? 0} />
        </p>
        <ShareBar label={t(($) => $.campaigns.cards.delivery)} shares={deliveries} />
        <div className={classes["chips"]}>
          <CountChips
            chips={deliveries.filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByDelivery)}
            onPress={open("delivery")}
            pressed={[]}
          />
        </div>
      </Panel>
      <Panel
        aside={expected ? undefined : <span className="muted">{t(($) => $.campaigns.cards.noReplyExpected)}</span>}
        title={expected ? t(($) => $.campaigns.cards.expectedReplies) : t(($) => $.campaigns.cards.replies)}
      >
        {expected || answered > 0 ? (
          <>
            <p className={classes["figure"]}>
              <Figure accepted={counts.accepted} value={answered} />
            </p>
            <ShareBar label={t(($) => $.campaigns.cards.replies)} shares={answers} />
          </>
        ) : undefined}
        <div className={classes["chips"]}>
          <CountChips
            chips={answers.filter(isCounted)}
            label={t(($) => $.campaigns.cards.filterByReply)}
            onPress={open("reply")}
            pressed={[]}
          />
        </div>
      </Panel>
    </div>
  );
}

/** A number with its share of the accepted messages; a dash before any is accepted. */
function Figure({ value, accepted }: { readonly value: number; readonly accepted: number }): ReactElement {
  if (accepted === 0)
    return (
      <>
        – <small>{t(($) => $.campaigns.cards.nothingAccepted)}</small>
      </>
    );
  return (
    <>
      {formatNumber(value)}{" "}
      <small>{t(($) => $.campaigns.cards.ofAccepted, { total: accepted, percent: percent(value, accepted) })}</small>
    </>
  );
}
