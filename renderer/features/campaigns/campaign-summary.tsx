/** Summary of a campaign, for printing on one page. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { AudienceSteps, CampaignPart, CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { fleet } from "../../lib/fleet.ts";
import { formatDateTime, formatNumber } from "#shared/format.ts";
import { campaignLabel, replyLabel } from "../../lib/outcome-labels.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts } from "../../ui/panel.tsx";
import { useAsyncState } from "../../ui/use-async-state.ts";
import {
  audienceSize,
  deliveryShares,
  expectsAnswers,
  formatRate,
  outcomeShares,
  type Share,
  sharesOf,
} from "./campaign-counts.ts";
import classes from "./campaign-summary.module.css";
import type { EvidenceHead } from "./campaigns-slice.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { exclusionReasons } from "./recipient-filter.ts";
import { ShareBar } from "./share-bar.tsx";

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
            ? campaignLabel(status).text
            : t(($) => $.campaigns.summary.state, {
                state: campaignLabel(status).text,
                message: formatText(status.message),
              })}
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
        shares={sharesOf("reply", replies, replyLabel).filter(({ id }) => expected || id !== "unknown")}
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

export function whenFacts(status: CampaignStatus): readonly (readonly [string, string])[] {
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

type Planned = Awaited<ReturnType<FleetClient["campaigns"]["plannedWith"]>>;

interface Summary {
  readonly status: CampaignStatus;
  readonly planned: Planned;
  /** Names of the audience's steps. */
  readonly sources: readonly string[];
  /** Reasons with the number of rows. */
  readonly exclusions: readonly (readonly [string, number])[];
  readonly printedAt: number;
}

async function readSummary(fleet: FleetClient, campaignId: string, signal: AbortSignal): Promise<Summary> {
  const [status, planned] = await Promise.all([
    fleet.campaigns.status({ campaignId }, signal),
    fleet.campaigns.plannedWith({ campaignId }, signal),
  ]);
  const sources = await Promise.all(
    (planned.audience ?? []).map((step) => formatSourceStep(fleet, step, status.connection)),
  );
  const totals = Object.entries(exclusionReasons).map(async ([reason, text]) => {
    const { total } = await fleet.campaigns.countRecipients({ campaignId, outcome: ["excluded"], reason }, signal);
    return [text, total] as const;
  });
  const exclusions = (await Promise.all(totals)).filter(([, total]) => total > 0);
  return { status, planned, sources, exclusions, printedAt: Date.now() };
}

type Step = AudienceSteps[number];

/** A step of an audience as text, with the current names of its parts. */
async function formatSourceStep(fleet: FleetClient, { op, source }: Step, connection: string): Promise<string> {
  // A deleted part has no name, so its id is shown.
  const text = await sourceNameOf(fleet, source, connection).catch(() => formatSourceById(source));
  return op === "add" ? text : t(($) => $.campaigns.sources.excluding, { source: text });
}

async function sourceNameOf(fleet: FleetClient, source: Step["source"], connection: string): Promise<string> {
  if ("list" in source) {
    const { name } = await fleet.drafts.getList({ id: source.list.id });
    return t(($) => $.campaigns.sources.list, { name });
  }
  if ("view" in source) {
    const { views } = await fleet.views.list({ connection });
    const view = views.find(({ id }) => id === source.view);
    return view === undefined ? formatSourceById(source) : t(($) => $.campaigns.sources.view, { name: view.name });
  }
  if ("audience" in source) {
    const { audiences } = await fleet.fleet.audiences({ connection });
    const audience = audiences.find(({ id }) => id === source.audience);
    return audience === undefined
      ? formatSourceById(source)
      : t(($) => $.campaigns.sources.audience, { name: audience.name });
  }
  if ("campaign" in source) {
    const { campaignId, part } = source.campaign;
    const { name } = await fleet.campaigns.status({ campaignId });
    return partTexts[part](t(($) => $.campaigns.sources.campaign, { name }));
  }
  return formatSourceById(source);
}

const partTexts: Readonly<Record<CampaignPart, (campaign: string) => string>> = {
  all: (campaign) => t(($) => $.campaigns.sources.selections.all, { campaign }),
  accepted: (campaign) => t(($) => $.campaigns.sources.selections.accepted, { campaign }),
  refused: (campaign) => t(($) => $.campaigns.sources.selections.refused, { campaign }),
  unknown: (campaign) => t(($) => $.campaigns.sources.selections.unknown, { campaign }),
  pending: (campaign) => t(($) => $.campaigns.sources.selections.pending, { campaign }),
  undelivered: (campaign) => t(($) => $.campaigns.sources.selections.undelivered, { campaign }),
  silent: (campaign) => t(($) => $.campaigns.sources.selections.silent, { campaign }),
  unanswered: (campaign) => t(($) => $.campaigns.sources.selections.unanswered, { campaign }),
};

function formatSourceById(source: Step["source"]): string {
  if ("csv" in source) return t(($) => $.campaigns.sources.list, { name: source.csv.file.split(/[\\/]/).at(-1) ?? "" });
  if ("list" in source) return t(($) => $.campaigns.sources.listById, { id: String(source.list.id) });
  if ("filter" in source) {
    return source.filter === ""
      ? t(($) => $.campaigns.sources.allEndpoints)
      : t(($) => $.campaigns.sources.filter, { filter: source.filter });
  }
  if ("view" in source) return t(($) => $.campaigns.sources.viewById, { id: String(source.view) });
  if ("audience" in source) return t(($) => $.campaigns.sources.audienceById, { id: String(source.audience) });
  if ("ids" in source) return t(($) => $.campaigns.sources.selected, { count: source.ids.length });
  const { campaignId, part } = source.campaign;
  return partTexts[part](t(($) => $.campaigns.sources.campaignById, { id: campaignId }));
}
