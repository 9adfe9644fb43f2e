/** Summary of a campaign, for printing on one page. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatNumber, formatDateTime } from "#shared/format.ts";
import { campaignWord, replyWord } from "../../lib/outcome-labels.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import {
  audienceSize,
  deliveryShares,
  expectsAnswers,
  sharesOf,
  outcomeShares,
  formatRate,
  type Share,
} from "./campaign-counts.ts";
import classes from "./campaign-summary.module.css";
import type { EvidenceHead } from "./campaigns-slice.ts";
import { ShareBar } from "./share-bar.tsx";
import { type Summary, readSummary } from "./read-summary.ts";

export function CampaignSummary({ campaignId }: { readonly campaignId: string }): ReactElement {
  const summary = useAsyncState(useCallback((signal) => readSummary(fleet, campaignId, signal), [campaignId]));
  const head = useFleetdesk((state) => state.evidenceHeads[campaignId]);
  const data = dataOf(summary);
  if (summary.state === "failed" && data === undefined)
    return <FailureNotice failure={summary.failure} title={t(($) => $.campaigns.summary.loadFailed)} />;
  return (
    <section aria-label={t(($) => $.campaigns.summary.title)} className={classes["page"]}>
      <div className={classes["tools"]}>
        <Button component="a" href={`#/campaigns/${campaignId}`}>
          {t(($) => $.campaigns.summary.back)}
        </Button>
        <Button disabled={data === undefined} onClick={() => window.print()} variant="filled">
          {t(($) => $.campaigns.summary.print)}
        </Button>
      </div>
      {data === undefined ? (
        <div aria-busy="true" aria-label={t(($) => $.common.loading)} role="status" />
      ) : (
        <Sheet head={head} summary={data} />
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
          {status.message === undefined
            ? campaignWord(status).text
            : t(($) => $.campaigns.summary.state, { state: campaignWord(status).text, message: status.message })}
        </p>
      </header>
      <div className={classes["columns"]}>
        <Facts facts={whenFacts(status)} />
        <Facts
          facts={[
            [t(($) => $.campaigns.summary.audience), <Clipped key="audience" text={sources.join("; ")} />],
            [
              t(($) => $.campaigns.summary.recipients),
              t(($) => $.campaigns.summary.recipientsValue, {
                recipients: audienceSize(counts),
                excluded: counts.excluded,
              }),
            ],
            [t(($) => $.campaigns.summary.sender), planned.from],
            [t(($) => $.campaigns.summary.expectedReply), planned.expect?.pattern ?? t(($) => $.common.none)],
            [
              t(($) => $.campaigns.summary.evidence),
              head === undefined ? (
                t(($) => $.campaigns.summary.notExported)
              ) : (
                <span className="mono" key="head">
                  {head.head}
                </span>
              ),
            ],
          ]}
        />
      </div>
      <h2>{t(($) => $.campaigns.summary.text)}</h2>
      <p className={classes["text"]}>{planned.text}</p>
      <Part name={t(($) => $.campaigns.cards.outcome)} shares={outcomeShares(counts)} />
      <Part name={t(($) => $.campaigns.cards.delivery)} shares={deliveryShares(status)} />
      <Part
        name={expected ? t(($) => $.campaigns.cards.replies) : t(($) => $.campaigns.summary.unexpectedReplies)}
        nothing={expected ? undefined : t(($) => $.campaigns.summary.noReplies)}
        shares={sharesOf("reply", replies, replyWord).filter(({ id }) => expected || id !== "unknown")}
      />
      {exclusions.length === 0 ? undefined : (
        <>
          <h2>{t(($) => $.campaigns.summary.excluded)}</h2>
          <Numbers rows={exclusions} />
        </>
      )}
      <footer>
        {t(($) => $.campaigns.summary.footer, {
          count: counts.planned,
          recipients: audienceSize(counts),
          excluded: counts.excluded,
          time: formatDateTime(printedAt),
        })}
      </footer>
    </article>
  );
}

function whenFacts(status: CampaignStatus): readonly (readonly [string, string])[] {
  const { connection, campaignId, createdAt, startedAt, finishedAt, setRate } = status;
  return [
    [t(($) => $.common.connection), connection],
    [t(($) => $.campaigns.summary.campaignId), campaignId],
    [t(($) => $.common.created), formatDateTime(createdAt)],
    [
      t(($) => $.campaigns.summary.started),
      startedAt === undefined ? t(($) => $.campaigns.summary.notYet) : formatDateTime(startedAt),
    ],
    [
      t(($) => $.campaigns.summary.ended),
      finishedAt === undefined ? t(($) => $.campaigns.summary.notYet) : formatDateTime(finishedAt),
    ],
    [
      t(($) => $.campaigns.summary.speed),
      setRate === undefined ? t(($) => $.campaigns.speed.maximum) : formatRate(setRate),
    ],
  ];
}

function Clipped({ text }: { readonly text: string }): ReactElement {
  return <span className={classes["clipped"]}>{text === "" ? t(($) => $.campaigns.summary.notSaved) : text}</span>;
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
  readonly nothing?: string;
}

function Numbers({ rows, nothing = t(($) => $.campaigns.summary.noData) }: NumbersProps): ReactElement {
  const some = rows.filter(([, many]) => many > 0);
  if (some.length === 0) return <p>{nothing}</p>;
  return (
    <ul className={classes["numbers"]}>
      {some.map(([text, many]) => (
        <li key={text}>
          <b>{formatNumber(many)}</b> {text}
        </li>
      ))}
    </ul>
  );
}
