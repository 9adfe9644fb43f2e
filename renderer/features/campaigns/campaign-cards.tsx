/** Three questions in three cards: what the service said, what was delivered, what was answered. */
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { count } from "../../lib/format.ts";
import { replyWord } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { Panel } from "../../ui/panel.tsx";
import {
  audienceSize,
  deliveryShares,
  expectsAnswers,
  knownShares,
  outcomeShares,
  percent,
  type Share,
} from "./campaign-model.ts";
import classes from "./campaigns.module.css";
import { readRecipientFilter, writeList } from "./recipients-model.ts";
import { ShareBar } from "./share-bar.tsx";

export function CampaignCards({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { counts, delivery, replies } = status;
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const isSignedOut = useFleetdesk((state) => {
    const session = shown(state.session);
    return session?.connection === status.connection && session.state === "signed-out";
  });
  const filter = readRecipientFilter(query);
  const outcomes = outcomeShares(counts);
  const filterBy = (name: "outcome" | "delivery" | "reply") => (words: readonly string[]) =>
    refine({ [name]: writeList(words) }, { replace: true });
  const excluded: Share = { id: "excluded", text: "excluded", count: counts.excluded, tone: "neutral" };
  const deliveries = deliveryShares(status);
  const expected = expectsAnswers(status);
  // Where none was expected, that none is known is no news.
  const answers = knownShares("reply", replies, replyWord).filter(({ id }) => expected || id !== "unknown");
  const answered = replies[expected ? "as-expected" : "answered"] ?? 0;
  return (
    <div className={classes["cards"]}>
      <Panel title="What the service said">
        <p className={classes["figure"]}>
          {status.startedAt === undefined ? "–" : count(counts.accepted)}{" "}
          <small>
            {status.startedAt === undefined
              ? "not started"
              : `accepted of ${count(audienceSize(counts))} · ${percent(counts.accepted, audienceSize(counts))}`}
          </small>
        </p>
        <ShareBar label="Outcome" shares={outcomes} />
        {status.matchedByText === 0 ? undefined : (
          <p className="muted">{count(status.matchedByText)} matched by text, because the answer was lost</p>
        )}
        <CountChips
          chips={[...outcomes, excluded].filter(isCounted)}
          label="Show recipients by outcome"
          onPress={filterBy("outcome")}
          pressed={filter.outcome ?? []}
        />
      </Panel>
      <Panel
        aside={
          status.watching ? (
            <span className="muted">{isSignedOut ? "checks wait for a sign-in" : "being asked for"}</span>
          ) : undefined
        }
        title="Delivered"
      >
        <p className={classes["figure"]}>
          <Figure accepted={counts.accepted} value={delivery["delivered"] ?? 0} />
        </p>
        <ShareBar label="Delivery" shares={deliveries} />
        <CountChips
          chips={deliveries.filter(isCounted)}
          label="Show recipients by delivery"
          onPress={filterBy("delivery")}
          pressed={filter.delivery ?? []}
        />
      </Panel>
      <Panel
        aside={expected ? undefined : <span className="muted">none was expected</span>}
        title={expected ? "Answered as expected" : "Answered"}
      >
        {expected || answered > 0 ? (
          <>
            <p className={classes["figure"]}>
              <Figure accepted={counts.accepted} value={answered} />
            </p>
            <ShareBar label="Answers" shares={answers} />
          </>
        ) : undefined}
        <CountChips
          chips={answers.filter(isCounted)}
          label="Show recipients by answer"
          onPress={filterBy("reply")}
          pressed={filter.reply ?? []}
        />
      </Panel>
    </div>
  );
}

/** A number of the accepted ones; before there are any it is no number at all. */
function Figure({ value, accepted }: { readonly value: number; readonly accepted: number }): ReactElement {
  if (accepted === 0)
    return (
      <>
        – <small>nothing accepted yet</small>
      </>
    );
  return (
    <>
      {count(value)}{" "}
      <small>
        of {count(accepted)} accepted · {percent(value, accepted)}
      </small>
    </>
  );
}

const isCounted = (share: Share): boolean => share.count > 0;
