/** Three questions in three cards: what the service said, what was delivered, what was answered. */
import type { ReactElement } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { count } from "../../lib/format.ts";
import { deliveryWord, type OutcomeWord, replyWord } from "../../lib/outcome-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { CountChips } from "../../ui/count-chips.tsx";
import { Panel } from "../../ui/panel.tsx";
import { outcomeShares, type Share } from "./campaign-model.ts";
import classes from "./campaigns.module.css";
import { readRecipientFilter, writeList } from "./recipients-model.ts";
import { ShareBar } from "./share-bar.tsx";

export function CampaignCards({ status }: { readonly status: CampaignStatus }): ReactElement {
  const { counts, delivery, replies } = status;
  const query = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const filter = readRecipientFilter(query);
  const outcomes = outcomeShares(counts);
  const filterBy = (name: "outcome" | "delivery" | "reply") => (words: readonly string[]) =>
    refine({ [name]: writeList(words) }, { replace: true });
  const excluded: Share = { id: "excluded", text: "excluded", count: counts.excluded, tone: "neutral" };
  const deliveries = shares(delivery, deliveryWord);
  const answers = shares(replies, replyWord);
  return (
    <div className={classes["cards"]}>
      <Panel title="What the service said">
        <ShareBar label="Outcome" shares={outcomes} />
        <CountChips
          chips={[...outcomes, excluded].filter(isCounted)}
          label="Show recipients by outcome"
          onPress={filterBy("outcome")}
          pressed={filter.outcome ?? []}
        />
      </Panel>
      <Panel aside={status.watching ? <span className="muted">being asked for</span> : undefined} title="Delivered">
        <p className={classes["figure"]}>
          {counts.accepted === 0 ? "–" : count(delivery["delivered"] ?? 0)}
          <small> of {count(counts.accepted)} accepted</small>
        </p>
        <ShareBar label="Delivery" shares={deliveries} />
        <CountChips
          chips={deliveries.filter(isCounted)}
          label="Show recipients by delivery"
          onPress={filterBy("delivery")}
          pressed={filter.delivery ?? []}
        />
      </Panel>
      <Panel title="Answered as expected">
        <p className={classes["figure"]}>
          {counts.accepted === 0 ? "–" : count(replies["as-expected"] ?? 0)}
          <small> of {count(counts.accepted)} accepted</small>
        </p>
        <ShareBar label="Answers" shares={answers} />
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

const isCounted = (share: Share): boolean => share.count > 0;

function shares(counts: Readonly<Record<string, number>>, wordOf: (value: string) => OutcomeWord): readonly Share[] {
  return Object.entries(counts).map(([id, many]) => ({
    id,
    count: many,
    text: wordOf(id).text,
    tone: wordOf(id).tone,
  }));
}
