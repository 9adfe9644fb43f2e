/** A campaign on one sheet of paper. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { CampaignStatus } from "#contract/campaign-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { count, counted, exactly } from "../../lib/format.ts";
import { campaignWord, replyWord } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import {
  audienceSize,
  deliveryShares,
  expectsAnswers,
  knownShares,
  outcomeShares,
  rateWords,
  type Share,
} from "./campaign-model.ts";
import classes from "./campaign-summary.module.css";
import type { EvidenceHead } from "./campaigns-slice.ts";
import { ShareBar } from "./share-bar.tsx";
import { type Summary, readSummary } from "./summary-model.ts";

export function CampaignSummary({ campaignId }: { readonly campaignId: string }): ReactElement {
  const summary = useRemote(useCallback((signal) => readSummary(fleet, campaignId, signal), [campaignId]));
  const head = useFleetdesk((state) => state.evidenceHeads[campaignId]);
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
      {found === undefined ? (
        <div aria-busy="true" aria-label="Loading" role="status" />
      ) : (
        <Sheet head={head} summary={found} />
      )}
    </section>
  );
}

interface SheetProps {
  readonly summary: Summary;
  readonly head: EvidenceHead | undefined;
}

function Sheet({ summary, head }: SheetProps): ReactElement {
  const { status, planned, sources, exclusions, printedAt } = summary;
  const { counts, replies } = status;
  const expected = expectsAnswers(status);
  return (
    <article className={classes["sheet"]}>
      <header>
        <h1>{status.name}</h1>
        <p>
          {campaignWord(status).text}
          {status.message === undefined ? "" : `: ${status.message}`}
        </p>
      </header>
      <div className={classes["columns"]}>
        <Facts facts={whenFacts(status)} />
        <Facts
          facts={[
            ["Audience", <Clipped key="audience" text={sources.join("; ")} />],
            ["Recipients", `${count(audienceSize(counts))}, ${count(counts.excluded)} left out`],
            ["Sender", planned.from],
            ["Expected answer", planned.expect === undefined ? "none" : planned.expect.pattern],
            [
              "Evidence",
              head === undefined ? (
                "not exported from this window"
              ) : (
                <span className="mono" key="head">
                  {head.head}
                </span>
              ),
            ],
          ]}
        />
      </div>
      <h2>Text</h2>
      <p className={classes["text"]}>{planned.text}</p>
      <Part name="What the service said" shares={outcomeShares(counts)} />
      <Part name="What was delivered" shares={deliveryShares(status)} />
      <Part
        name={expected ? "What was answered" : "What was answered, though no answer was expected"}
        nothing={expected ? undefined : "None came, and none was expected."}
        shares={knownShares("reply", replies, replyWord).filter(({ id }) => expected || id !== "unknown")}
      />
      {exclusions.length === 0 ? undefined : (
        <>
          <h2>Who was left out, and why</h2>
          <Numbers rows={exclusions} />
        </>
      )}
      <footer>
        {counted(counts.planned, "row")} = {count(audienceSize(counts))} recipients + {count(counts.excluded)} left out.
        As of {exactly(printedAt)}.
      </footer>
    </article>
  );
}

function whenFacts(status: CampaignStatus): readonly (readonly [string, string])[] {
  const { connection, campaignId, createdAt, startedAt, finishedAt, setRate } = status;
  return [
    ["Connection", connection],
    ["Campaign", campaignId],
    ["Created", exactly(createdAt)],
    ["Started", startedAt === undefined ? "not yet" : exactly(startedAt)],
    ["Ended", finishedAt === undefined ? "not yet" : exactly(finishedAt)],
    ["Speed", setRate === undefined ? "as fast as allowed" : rateWords(setRate)],
  ];
}

function Clipped({ text }: { readonly text: string }): ReactElement {
  return <span className={classes["clipped"]}>{text === "" ? "not kept" : text}</span>;
}

type PartProps = Pick<NumbersProps, "nothing"> & { readonly name: string; readonly shares: readonly Share[] };
function Part({ name, shares, nothing }: PartProps): ReactElement {
  return (
    <>
      <h2>{name}</h2>
      <ShareBar label={name} shares={shares} />
      <Numbers nothing={nothing} rows={shares.map(({ text, count: many }) => [text, many])} />
    </>
  );
}

interface NumbersProps {
  readonly rows: readonly (readonly [string, number])[];
  readonly nothing?: string | undefined;
}

function Numbers({ rows, nothing = "Nothing is known yet." }: NumbersProps): ReactElement {
  const some = rows.filter(([, many]) => many > 0);
  if (some.length === 0) return <p>{nothing}</p>;
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
