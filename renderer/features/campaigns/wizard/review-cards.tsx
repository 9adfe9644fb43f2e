/** Audience, text and options in three cards: those of the frozen plan, or of the draft without one. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { reasonCounts } from "../recipient-filter.ts";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { emptyBody, stopRuleOf, usualConcurrency } from "./draft-body.ts";
import type { Frozen } from "./frozen-slice.ts";
import { formatStopRule } from "./safety-step.tsx";
import { formatSchedule, missedRule } from "./schedule-time.ts";
import { useNames } from "./use-names.ts";
import { usePreview } from "./preview-panel.tsx";
import classes from "./wizard.module.css";
import { formatRollout, formatSource, formatSpeed, joinFacts } from "./plan-text.ts";
import type { Preview } from "./wizard-slice.ts";

export function ReviewCards({ frozen }: Pick<CardProps, "frozen">): ReactElement {
  const draft = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  // The plan has no audience with a long list of ids.
  const body = frozen === undefined ? draft : { audience: draft.audience, ...frozen.planned };
  return (
    <div className={classes["cards"]}>
      <AudienceCard body={body} frozen={frozen} />
      <MessageCard body={body} frozen={frozen} />
      <Panel title={t(($) => $.planning.review.delivery)}>
        <SendingFacts body={body} />
      </Panel>
    </div>
  );
}

interface CardProps {
  readonly frozen: Frozen | undefined;
  readonly body: DraftBody;
}

const emptyAudience: readonly [] = [];

function AudienceCard({ frozen, body: { audience } }: CardProps): ReactElement {
  const { preview } = usePreview();
  const note = dataOf(preview)?.note;
  const counts = frozen?.status.counts;
  // The plan has no counts by reason. Those of the current preview are shown while its number of exclusions equals the plan's.
  const data = dataOf(preview);
  const byReason = data !== undefined && data.excluded === counts?.excluded ? data.excludedByReason : {};
  const cancelled = counts?.cancelled ?? 0;
  return (
    <Panel title={t(($) => $.planning.review.audience)}>
      <p className={classes["figure"]}>
        {counts === undefined ? (
          <RichText components={{ small: <small /> }} text={($) => $.planning.preview.noRecipients} />
        ) : (
          <RichText
            components={{ small: <small /> }}
            count={counts.pending}
            text={($) => $.planning.preview.recipients}
          />
        )}
      </p>
      <AudienceSteps audience={audience} />
      {counts === undefined ? undefined : (
        <p>
          {joinFacts([
            counts.excluded === 0
              ? t(($) => $.planning.excluded.none)
              : t(($) => $.planning.excluded.title, { count: counts.excluded }),
            cancelled === 0 ? undefined : t(($) => $.planning.review.removedRecipients, { count: cancelled }),
          ])}
        </p>
      )}
      {counts === undefined || counts.excluded === 0 ? undefined : <p className="muted">{reasonCounts(byReason)}</p>}
      {counts === undefined || counts.excluded === 0 || frozen === undefined ? undefined : (
        <p>
          <a className={classes["link"]} href={`#/campaigns/${frozen.status.campaignId}/recipients?outcome=excluded`}>
            {t(($) => $.planning.review.viewExcluded)}
          </a>
        </p>
      )}
      {note === undefined ? undefined : <p className={classes["warning"]}>{note}</p>}
    </Panel>
  );
}

function MessageCard({ frozen, body }: CardProps): ReactElement {
  const { preview } = usePreview();
  const data = dataOf(preview);
  const campaignId = frozen?.status.campaignId;
  const texts = dataOf(useAsyncState(useCallback((signal) => textsOf(campaignId, signal), [campaignId])));
  return (
    <Panel title={t(($) => $.planning.review.text)}>
      <p className={classes["sample"]}>{body.text}</p>
      {data === undefined ? undefined : (
        <p className="muted">
          {joinFacts([formatEncoding(data), t(($) => $.planning.samples.longest, { count: data.longest })])}
        </p>
      )}
      <MessageFacts expect={body.expect} from={body.from} />
      {texts === undefined || texts.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>{t(($) => $.planning.review.samples, { count: texts.length })}</summary>
          <ul aria-label={t(($) => $.planning.samples.list)} className={classes["samples"]}>
            {texts.map(({ row, name, endpoint, text }) => (
              <li key={row}>
                <p className="muted">{name ?? endpoint}</p>
                <p className={classes["sample"]}>{text}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function formatStep(index: number, op: "add" | "remove", source: string): string {
  if (index === 0) return source;
  return op === "add"
    ? t(($) => $.planning.review.plusSource, { source })
    : t(($) => $.planning.review.withoutSource, { source });
}

function formatEncoding({ unicode, included }: Preview): string {
  if (unicode === 0) return "GSM-7";
  return unicode >= included ? "UCS-2" : t(($) => $.planning.samples.unicode, { count: unicode });
}

const maxTexts = 5;

async function textsOf(
  campaignId: string | undefined,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof fleet.campaigns.recipients>>["items"]> {
  if (campaignId === undefined) return [];
  const { items } = await fleet.campaigns.recipients({ campaignId, outcome: ["pending"], limit: maxTexts }, signal);
  return items;
}

/** How a campaign is sent: rollout, speed, rules and schedule. */
export function SendingFacts({ body }: { readonly body: DraftBody }): ReactElement {
  const missed = body.schedule === undefined ? undefined : missedRule(body.schedule);
  return (
    <Facts
      facts={[
        [t(($) => $.planning.safety.rollout), formatRollout(body.rollout)],
        [t(($) => $.planning.safety.speed), formatSpeed(body.rate, body.concurrency ?? usualConcurrency)],
        [t(($) => $.planning.safety.pauseRules), formatStopRule(stopRuleOf(body))],
        [t(($) => $.planning.safety.schedule), formatSchedule(body.schedule)],
        ...(missed === undefined ? [] : [[t(($) => $.planning.schedule.ifMissed), missed] as const]),
        [
          t(($) => $.planning.review.ifNotSent),
          body.whenNotListed === "ask"
            ? t(($) => $.planning.safety.waitForDecision)
            : t(($) => $.planning.safety.retry),
        ],
      ]}
    />
  );
}

/** The steps of an audience in words. */
export function AudienceSteps({ audience }: { readonly audience: DraftBody["audience"] }): ReactElement {
  const names = useNames(audience ?? emptyAudience);
  return (
    <ol className={classes["plain"]}>
      {(audience ?? emptyAudience).map(({ op, source }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps are identified by their position
        <li className="muted" key={index}>
          {formatStep(index, op, formatSource(source, names))}
        </li>
      ))}
    </ol>
  );
}

/** Sender and expected reply. */
export function MessageFacts({ from = "", expect }: Pick<DraftBody, "from" | "expect">): ReactElement {
  return (
    <p className="muted">
      {joinFacts([
        t(($) => $.planning.review.sender, { from }),
        expect === undefined
          ? t(($) => $.planning.review.noReply)
          : t(($) => $.planning.review.replyWithin, { minutes: expect.withinMinutes }),
      ])}{" "}
      {expect === undefined ? undefined : <span className="mono">{expect.pattern}</span>}
    </p>
  );
}
