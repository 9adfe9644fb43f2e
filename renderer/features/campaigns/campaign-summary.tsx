/** A campaign on one sheet of paper. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { count, counted, exactly } from "../../lib/format.ts";
import { campaignWords, deliveryWord, replyWord } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { audienceSize, outcomeShares, rateWords } from "./campaign-model.ts";
import classes from "./campaign-summary.module.css";
import { ShareBar } from "./share-bar.tsx";
import { type Summary, readSummary, sourceWords } from "./summary-model.ts";

export function CampaignSummary({ campaignId }: { readonly campaignId: string }): ReactElement {
  const summary = useRemote(useCallback((signal) => readSummary(fleet, campaignId, signal), [campaignId]));
  const found = shown(summary);
  if (summary.state === "failed" && found === undefined)
    return <FailureNotice failure={summary.failure} title="The summary cannot be made" />;
  return (
    <section aria-label="Summary" className={classes["page"]}>
      <div className={classes["tools"]}>
        <Button component="a" href={`#/campaigns/${campaignId}`}>
          Back to the campaign
        </Button>
        <Button disabled={found === undefined} onClick={() => window.print()} variant="filled">
          Print or save as PDF…
        </Button>
      </div>
      {found === undefined ? <div aria-busy="true" /> : <Sheet summary={found} />}
    </section>
  );
}

function Sheet({ summary }: { readonly summary: Summary }): ReactElement {
  const { status, planned, exclusions, printedAt } = summary;
  const { counts, delivery, replies } = status;
  return (
    <article className={classes["sheet"]}>
      <header>
        <h1>{status.name}</h1>
        <p>
          {campaignWords[status.state].text}
          {status.message === undefined ? "" : `: ${status.message}`}
        </p>
      </header>
      <div className={classes["columns"]}>
        <Facts
          facts={[
            ["Connection", status.connection],
            ["Campaign", status.campaignId],
            ["Sender", planned.from],
            ["Created", exactly(status.createdAt)],
            ["Started", status.startedAt === undefined ? "not yet" : exactly(status.startedAt)],
            ["Ended", status.finishedAt === undefined ? "not yet" : exactly(status.finishedAt)],
            ["Speed", status.setRate === undefined ? "as fast as allowed" : rateWords(status.setRate)],
          ]}
        />
        <Facts
          facts={[
            ["Audience", (planned.audience ?? []).map(sourceWords).join("; ") || "not kept"],
            ["Recipients", `${count(audienceSize(counts))}, ${count(counts.excluded)} excluded`],
            ["Expected answer", planned.expect === undefined ? "none" : planned.expect.pattern],
          ]}
        />
      </div>
      <h2>Text</h2>
      <p className={classes["text"]}>{planned.text}</p>
      <h2>What the service said</h2>
      <ShareBar label="Outcome" shares={outcomeShares(counts)} />
      <Numbers rows={outcomeShares(counts).map(({ text, count: many }) => [text, many])} />
      <h2>What was delivered</h2>
      <Numbers rows={Object.entries(delivery).map(([id, many]) => [deliveryWord(id).text, many])} />
      <h2>What was answered</h2>
      <Numbers rows={Object.entries(replies).map(([id, many]) => [replyWord(id).text, many])} />
      {exclusions.length === 0 ? undefined : (
        <>
          <h2>Who was left out, and why</h2>
          <Numbers rows={exclusions} />
        </>
      )}
      <footer>
        {counted(counts.planned, "row")} = {count(audienceSize(counts))} recipients + {count(counts.excluded)} excluded.
        Printed {exactly(printedAt)}.
      </footer>
    </article>
  );
}

function Numbers({ rows }: { readonly rows: readonly (readonly [string, number])[] }): ReactElement {
  const some = rows.filter(([, many]) => many > 0);
  if (some.length === 0) return <p>Nothing is known yet.</p>;
  return (
    <ul className={classes["numbers"]}>
      {some.map(([text, many]) => (
        <li key={text}>
          <b>{count(many)}</b> {text}
        </li>
      ))}
    </ul>
  );
}
