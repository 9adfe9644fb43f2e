/** Who, what and how, in three cards; the figures are those of the frozen plan. */
import { type ReactElement, useCallback } from "react";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { reasonCounts } from "../campaigns/exclusion-reasons-model.ts";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { nothingWritten } from "./draft-model.ts";
import { usualConcurrency, stopRuleOf } from "./frozen-model.ts";
import type { Frozen } from "./frozen-slice.ts";
import { stopWords } from "./safety-step.tsx";
import { missedRule, scheduleWords } from "./schedule-model.ts";
import { useNames } from "./use-names.ts";
import { usePreview } from "./use-preview.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";
import { ringsWords, sourceWords, speedWords } from "./words-model.ts";

export function ReviewCards({ frozen }: { readonly frozen: Frozen | undefined }): ReactElement {
  return (
    <div className={parts["cards"]}>
      <WhoCard frozen={frozen} />
      <WhatCard frozen={frozen} />
      <HowCard />
    </div>
  );
}

interface CardProps {
  readonly frozen: Frozen | undefined;
}

const nobody: readonly [] = [];

function WhoCard({ frozen }: CardProps): ReactElement {
  const audience = useFleetdesk((state) => state.wizard?.body.audience ?? nobody);
  const { preview } = usePreview();
  const names = useNames(audience);
  const note = shown(preview)?.note;
  const counts = frozen?.status.counts;
  // Told by today's judgement, as long as it leaves out as many as the frozen plan does.
  const judged = shown(preview);
  const byReason = judged !== undefined && judged.excluded === counts?.excluded ? judged.excludedByReason : {};
  const cancelled = counts?.cancelled ?? 0;
  return (
    <Panel title="Who">
      <p className={classes["figure"]}>
        {counts === undefined ? "–" : count(counts.pending)}{" "}
        <small>{counts?.pending === 1 ? "recipient" : "recipients"}</small>
      </p>
      <ol className={classes["plain"]}>
        {audience.map(({ op, source }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the steps are told by their place
          <li className="muted" key={index}>
            {index === 0 ? "" : op === "add" ? "and " : "without "}
            {sourceWords(source, names)}
          </li>
        ))}
      </ol>
      {counts === undefined ? undefined : (
        <p>
          {counts.excluded === 0 ? "Nobody is left out" : `${counted(counts.excluded, "row")} left out`}
          {cancelled === 0 ? "" : `, ${count(cancelled)} taken out afterwards`}
          {counts.excluded === 0 || Object.keys(byReason).length === 0 ? "." : ":"}
        </p>
      )}
      {counts === undefined || counts.excluded === 0 ? undefined : <p className="muted">{reasonCounts(byReason)}</p>}
      {counts === undefined || counts.excluded === 0 || frozen === undefined ? undefined : (
        <p>
          <a className={classes["link"]} href={`#/campaigns/${frozen.status.campaignId}?outcome=excluded`}>
            Show who is left out, by row
          </a>
        </p>
      )}
      {note === undefined ? undefined : <p className={classes["wait"]}>{note}</p>}
    </Panel>
  );
}

function WhatCard({ frozen }: CardProps): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const { preview } = usePreview();
  const found = shown(preview);
  const campaignId = frozen?.status.campaignId;
  const texts = shown(useRemote(useCallback((signal) => textsOf(campaignId, signal), [campaignId])));
  return (
    <Panel title="What">
      <p className={classes["sample"]}>{body.text}</p>
      {found === undefined ? undefined : (
        <p className="muted">
          {found.unicode === 0
            ? "GSM-7"
            : found.unicode >= found.included
              ? "UCS-2"
              : `${count(found.unicode)} in UCS-2`}{" "}
          · at most {counted(found.longest, "segment")} each
        </p>
      )}
      <p className="muted">
        From {body.from}
        {body.expect === undefined ? "; no answer is expected." : "; expects the answer "}
        {body.expect === undefined ? undefined : <span className="mono">{body.expect.pattern}</span>}
        {body.expect === undefined ? undefined : ` within ${body.expect.withinMinutes} min.`}
      </p>
      {texts === undefined || texts.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>{counted(texts.length, "frozen text")}</summary>
          <ul aria-label="Frozen texts" className={classes["samples"]}>
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

const shownTexts = 5;

async function textsOf(
  campaignId: string | undefined,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof fleet.campaigns.recipients>>["items"]> {
  if (campaignId === undefined) return [];
  const { items } = await fleet.campaigns.recipients({ campaignId, outcome: ["pending"], limit: shownTexts }, signal);
  return items;
}

function HowCard(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const missed = body.schedule === undefined ? undefined : missedRule(body.schedule);
  return (
    <Panel title="How">
      <Facts
        facts={[
          ["Rings", ringsWords(body.rings)],
          ["Rate", speedWords(body.rate, body.concurrency ?? usualConcurrency)],
          ["Stops itself", stopWords(stopRuleOf(body))],
          ["When", scheduleWords(body.schedule)],
          ...(missed === undefined ? [] : [["If missed", missed] as const]),
          ["If confirmed not sent", body.whenNotListed === "ask" ? "Ask me" : "Send it again"],
        ]}
      />
    </Panel>
  );
}
