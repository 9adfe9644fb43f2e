/** Steps of a draft, the missing and invalid fields of each, and the obstacles to a start. Pure. */
import { formatText, t } from "#shared/texts/text.ts";
import type { DraftBody, DraftStep } from "#shared/contract/campaigns/drafts.ts";
import { senderProblem } from "#shared/rules/sender-number.ts";
import type { NumberRule } from "../../../lib/parse-number.ts";
import { listOfField } from "./draft-body.ts";
import type { CampaignStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Reachability } from "#shared/contract/connections/connections.ts";
import type { SessionState } from "#shared/contract/connections/session.ts";
import { campaignStateLabels } from "../../../lib/outcome-labels.ts";

export const steps: readonly { readonly id: DraftStep; readonly title: string }[] = [
  { id: "audience", title: t(($) => $.planning.steps.audience) },
  { id: "text", title: t(($) => $.planning.steps.text) },
  { id: "safety", title: t(($) => $.planning.steps.safety) },
  { id: "review", title: t(($) => $.planning.steps.review) },
];

export function isStep(text: string | undefined): text is DraftStep {
  return steps.some(({ id }) => id === text);
}

/** A missing or invalid field of a step: its path and a sentence. */
export interface DraftIssue {
  readonly step: DraftStep;
  readonly field: string;
  readonly message: string;
}

/** Fields with text that becomes part of the draft only when the user adds it; without an issue, text left in them would be lost silently. */
const waiting: Readonly<Record<string, string>> = {
  list: t(($) => $.planning.problems.pastedList),
  filter: t(($) => $.planning.problems.filter),
  suppress: t(($) => $.planning.problems.suppression),
};

/** Text in fields of the audience step that is not part of the audience yet. */
export function pendingInputIssues(body: DraftBody): readonly DraftIssue[] {
  return inputIssues(body).filter(({ step }) => step === "audience");
}

/** Labels of the number fields. */
export const numberNames: Readonly<Record<string, string>> = {
  "expect.withinMinutes": t(($) => $.planning.fields.replyWithin),
  maxSegments: t(($) => $.planning.fields.maxSegments),
  rate: t(($) => $.planning.fields.rate),
  concurrency: t(($) => $.planning.fields.concurrency),
  "stopRule.refusedShare": t(($) => $.planning.fields.rejectedShare),
  "stopRule.minimumAttempts": t(($) => $.planning.fields.minimumAttempts),
  "stopRule.consecutive": t(($) => $.planning.fields.consecutive),
  "stopRule.forbidden": t(($) => $.planning.fields.forbidden),
  "stopRule.outageLimitMinutes": t(($) => $.planning.fields.outageLimit),
  "rollout.canary.size": t(($) => $.planning.fields.canarySize),
  "rollout.canary.gate.share": t(($) => $.planning.fields.canaryTarget),
  "rollout.canary.gate.withinMinutes": t(($) => $.planning.fields.canaryLimit),
  "rollout.waves.size": t(($) => $.planning.fields.waveSize),
  "rollout.waves.pauseMinutes": t(($) => $.planning.fields.wavePause),
  "rollout.waves.gate.share": t(($) => $.planning.fields.waveTarget),
  "rollout.waves.gate.withinMinutes": t(($) => $.planning.fields.waveLimit),
  "schedule.missed.lateMinutes": t(($) => $.planning.fields.maxDelay),
  "schedule.quiet.from": t(($) => $.planning.fields.quietFrom),
  "schedule.quiet.until": t(($) => $.planning.fields.quietUntil),
  watchHours: t(($) => $.planning.fields.tracking),
};

/** The valid range of a number as a whole sentence. */
export function numberProblem({ min, max, whole = false }: NumberRule): string {
  return whole
    ? t(($) => $.planning.problems.wholeNumber, { min, max })
    : t(($) => $.planning.problems.number, { min, max });
}

/** Labels of the time fields. */
const timeNames: Readonly<Record<string, string>> = {
  "schedule.at": t(($) => $.planning.fields.startTime),
  "schedule.expiresAt": t(($) => $.planning.fields.endTime),
};

export function issuesOf(body: DraftBody): readonly DraftIssue[] {
  return [...audienceIssues(body), ...textIssues(body), ...inputIssues(body), ...safetyIssues(body)];
}

function audienceIssues({ audience = [] }: DraftBody): readonly DraftIssue[] {
  if (audience.some(({ op }) => op === "add")) return [];
  return [{ step: "audience", field: "audience", message: t(($) => $.planning.problems.audience) }];
}

function textIssues({ name = "", from = "", text = "" }: DraftBody): readonly DraftIssue[] {
  const sender = senderProblem(from);
  const issue = (field: string, message: string | undefined): readonly DraftIssue[] =>
    message === undefined ? [] : [{ step: "text", field, message }];
  return [
    ...issue("name", name.trim() === "" ? t(($) => $.planning.problems.name) : undefined),
    ...issue("from", sender && formatText(sender)),
    ...issue("text", text.trim() === "" ? t(($) => $.planning.problems.text) : undefined),
  ];
}

function inputIssues({ invalidInput: inputs = {} }: DraftBody): readonly DraftIssue[] {
  return Object.entries(inputs).flatMap(([field, text]): DraftIssue[] => {
    if (text.trim() === "") return [];
    const unread = waiting[field];
    if (unread !== undefined) return [{ step: "audience", field, message: unread }];
    if (listOfField(field) !== undefined) {
      const message = t(($) => $.planning.problems.identifierColumn, { list: text });
      return [{ step: "audience", field, message }];
    }
    const time = timeNames[field];
    if (time !== undefined) {
      const message = t(($) => $.planning.problems.time, { field: time });
      return [{ step: "safety", field, message }];
    }
    const message = t(($) => $.planning.problems.value, { input: text.trim(), field: numberNames[field] ?? field });
    return [{ step: isOfText(field) ? "text" : "safety", field, message }];
  });
}

function isOfText(field: string): boolean {
  return field === "maxSegments" || field.startsWith("expect.");
}

function safetyIssues({ schedule, rollout, expect, watchHours }: DraftBody): readonly DraftIssue[] {
  const issue = (field: string, wrong: boolean, message: string): readonly DraftIssue[] =>
    wrong ? [{ step: "safety", field, message }] : [];
  const gates = [rollout?.canary?.gate, rollout?.waves?.gate].filter((gate) => gate !== undefined);
  const { at, expiresAt, quiet } = schedule ?? {};
  return [
    ...issue(
      "schedule.expiresAt",
      at !== undefined && expiresAt !== undefined && expiresAt <= at,
      t(($) => $.planning.problems.endBeforeStart),
    ),
    ...issue(
      "schedule.quiet",
      quiet !== undefined && quiet.fromMinute === quiet.untilMinute,
      t(($) => $.planning.problems.quietHours),
    ),
    ...issue(
      "rollout",
      expect === undefined && gates.some(({ on }) => on === "expected-reply"),
      t(($) => $.planning.problems.gateReply),
    ),
    ...issue(
      "watchHours",
      watchHours === 0 && gates.length > 0,
      t(($) => $.planning.problems.gateTracking),
    ),
  ];
}

/** Selects the control of a field of the wizard. */
export function fieldSelector(field: string): string {
  const named = `[data-field~="${field}"]`;
  return `:is(input, textarea)${named}, ${named} :is(input, textarea)`;
}

/** The first issue of one field, shown below it. */
export function issueOf(body: DraftBody, field: string): string | undefined {
  return issuesOf(body).find((issue) => issue.field === field)?.message;
}

// Obstacles to a start.

export interface StartConditions {
  readonly status: Pick<CampaignStatus, "state" | "counts">;
  /** The plan differs from the draft. */
  readonly changed: boolean;
  /** The start is scheduled. */
  readonly later: boolean;
  /** Undefined: unknown or not loaded. */
  readonly session: Pick<SessionState, "state" | "message"> | undefined;
  readonly reachability: Pick<Reachability, "state" | "message"> | undefined;
  readonly networkOnline: boolean;
  /** Why nothing can be sent over the connection of the campaign. */
  readonly readOnly: string | undefined;
}

/** Why the campaign cannot start now, as whole sentences; undefined without a known obstacle. */
export function startBlocker(conditions: StartConditions): string | undefined {
  const { status, changed, later, session, reachability, networkOnline, readOnly } = conditions;
  if (status.state !== "planned")
    return t(($) => $.planning.start.alreadyStarted, { state: campaignStateLabels[status.state].text.toLowerCase() });
  if (changed) return t(($) => $.planning.start.reviewFirst);
  if (status.counts.pending === 0) return t(($) => $.planning.start.noRecipients);
  if (readOnly !== undefined) return readOnly;
  if (session?.state === "signed-out") {
    return session.message === undefined
      ? t(($) => $.planning.start.signedOut)
      : t(($) => $.planning.start.signedOutReason, { reason: formatText(session.message) });
  }
  // A scheduled start does not need the network now.
  if (later) return undefined;
  if (!networkOnline) return t(($) => $.planning.start.noNetwork);
  if (reachability?.state === "offline") {
    return reachability.message === undefined
      ? t(($) => $.planning.start.serviceOffline)
      : t(($) => $.planning.start.serviceOfflineReason, { reason: formatText(reachability.message) });
  }
  return undefined;
}
