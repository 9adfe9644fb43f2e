/**
 * Sends one SMS to one endpoint with the guarantees of a campaign: a row is stored before the request is written, the SMS is never
 * sent twice, and it is looked up when the answer was lost.
 */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { t } from "#shared/texts/text.ts";
import { type Expect, stopRuleSchema, watchHoursSchema } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Handlers } from "#shared/contract/kit.ts";
import type { sms } from "#shared/contract/messages/sms.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import { AppError } from "#shared/failure.ts";
import type { CampaignDeps } from "../campaign-deps.ts";
import { budgetMessage } from "../ledger/sqlite-ledger.ts";
import type { RecipientRow } from "../ledger/queries-rows.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { CampaignRuns } from "./campaign-runs.ts";
import { compilePattern } from "#shared/rules/reply-pattern.ts";
import { countSegments, mostSegments, type Segmentation } from "#shared/rules/segments.ts";
import { resolveValues } from "../planning/suppression.ts";
import { readSourceAddress } from "../planning/identifier-forms.ts";

export interface SingleSms {
  readonly endpointId: string;
  readonly from: string;
  readonly text: string;
  readonly expect?: Expect;
  /** An operator confirmed an endpoint that is on the suppression list. */
  readonly evenIfSuppressed?: boolean;
  /** Number of segments that an operator confirmed. */
  readonly confirm?: number;
  readonly signal?: AbortSignal;
}

export type SingleResult = Awaited<ReturnType<Handlers<typeof sms>["send"]>>;

/**
 * Sends, and returns when the outcome is known or stays unknown. Throws when nothing was sent for certain, such as
 * `confirmation-needed` where the endpoint is on the suppression list or the text is long, or `budget-spent`.
 */
export async function sendSingle(
  deps: CampaignDeps,
  runs: CampaignRuns,
  connectionId: number,
  sms: SingleSms,
): Promise<SingleResult> {
  const { store, clock } = deps;
  const { segments, segmentsExact } = requireSize(sms);
  if (sms.expect !== undefined) compilePattern(sms.expect.pattern);
  const from = readSourceAddress(sms.from);
  if (sms.evenIfSuppressed !== true) await requireUnlisted(deps, connectionId, sms.endpointId, sms.signal);
  await requireBudget(deps, connectionId);
  const id = await store.createCampaign({
    kind: "single",
    connection: connectionId,
    name: t(($) => $.campaigns.singleName, { endpoint: sms.endpointId }),
    sourceAddress: from,
    template: sms.text,
    options: {
      schedule: undefined,
      stopRule: stopRuleSchema.parse({ forbidden: 1_000, refusedShare: 1 }),
      whenNotListed: "ask",
      suppressFile: undefined,
      expect: sms.expect,
      watchHours: watchHoursSchema.parse(undefined),
    },
    setRate: undefined,
    concurrency: 1,
    holder: deps.holder,
    now: clock.now(),
  });
  const row = { row: 1, identifier: sms.endpointId, endpointId: sms.endpointId, text: sms.text, segments };
  await store.addRows({ campaign: id, rows: [row] });
  await store.moveCampaign({ campaign: id, event: "plan", now: clock.now() });
  await work(runs, id, () => store.getCampaign(id), sms.signal);
  return { ...(await readResult(deps, id)), segments, segmentsExact };
}

/**
 * Throws `text-too-long` for a text that no service can send, and `confirmation-needed` for a long text unless its segments are
 * confirmed.
 */
function requireSize({ text, confirm }: Pick<SingleSms, "text" | "confirm">): Segmentation {
  const size = countSegments(text);
  const { segments: count, segmentsExact } = size;
  const segments = codedText(segmentsExact ? "segments" : "segments-up-to", { count });
  if (count > mostSegments) {
    const message = codedText("text-too-long-for-sms", { segments, limit: mostSegments });
    throw new AppError("text-too-long", message, { details: { field: "text" } });
  }
  if (confirm === undefined ? count <= defaultMaxSegments : confirm === count) return size;
  const message =
    confirm === undefined
      ? codedText("segments-unconfirmed", { segments })
      : codedText("segments-misconfirmed", { segments, confirmed: confirm });
  throw new AppError("confirmation-needed", message, { details: { field: "confirm", count } });
}

// The suppression list does not prevent an SMS to one endpoint, but it requires a confirmation.

/** Throws `confirmation-needed`, with the entries and their notes, where an entry of the list matches or has matched the endpoint. */
async function requireUnlisted(
  { store, directory }: CampaignDeps,
  connection: number,
  endpoint: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const rows = await store.listSuppressed(connection);
  if (rows.length === 0) return;
  const endpointsByValue = await resolveValues(
    directory,
    connection,
    rows.map(({ value }) => value),
    signal,
  );
  const pinned = new Set(
    (await store.listPins(connection)).flatMap((pin) => (pin.endpoint === endpoint ? [pin.value] : [])),
  );
  const entries = rows.filter(
    ({ value }) => value === endpoint || pinned.has(value) || endpointsByValue.get(value)?.has(endpoint) === true,
  );
  if (entries.length === 0) return;
  const listed = entries.slice(0, 3).map(({ value, note }) => (note === "" ? value : `${value}: ${note}`));
  const text = codedText("endpoint-suppressed", { endpoint, entries: listed.join("; ") });
  throw new AppError("confirmation-needed", text, {
    details: { field: "evenIfSuppressed", entries: entries.map(({ value, note }) => ({ value, note })) },
  });
}

/** Throws `budget-spent` where the daily budget of the connection is used up. */
async function requireBudget({ store, clock, connections }: CampaignDeps, connection: number): Promise<void> {
  const { dailyBudget } = (await connections.openById(connection)).options;
  if (dailyBudget === "none") return;
  const attempts = await store.attemptsOfDay({ connection, now: clock.now() });
  if (attempts >= dailyBudget) throw budgetSpent(budgetMessage(dailyBudget));
}

function budgetSpent(message: CodedText = codedText("daily-budget-spent")): AppError {
  return new AppError("budget-spent", message);
}

/** Runs the campaign of one row; aborting `signal` stops it at any time, also while it is being prepared. */
async function work(
  runs: CampaignRuns,
  campaign: number,
  load: () => Promise<StoredCampaign>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return;
  const onAbort = (): void => void runs.stop(campaign, "stop-all");
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const working = await runs.start(campaign, false, load);
    await working?.ended;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

async function readResult(
  deps: CampaignDeps,
  campaign: number,
): Promise<Omit<SingleResult, "segments" | "segmentsExact">> {
  const row = await readRow(deps, campaign);
  // The request may have been written, and its outcome could not be stored or read.
  if (row === undefined || row.outcome === "sending") {
    return { outcome: "unknown", code: "not-recorded", message: codedText("outcome-not-recorded") };
  }
  const { outcome, smsId, code, message } = row;
  if (outcome === "accepted") {
    return { outcome, smsId, code: code === "matched-by-text" ? code : undefined };
  }
  if (outcome === "unknown" && code === "proven-not-sent") {
    throw new AppError(code, codedText("message-proven-not-sent"));
  }
  if (outcome === "refused" || outcome === "unknown") {
    return { outcome, code, message };
  }
  // Nothing was sent for certain, and nothing may be sent later.
  await deps.store.cancelPending({ campaign, code: "not-sent", now: deps.clock.now() });
  const { reason, message: pauseMessage } = await deps.store.getCampaign(campaign);
  if (reason === "budget") throw budgetSpent(pauseMessage);
  throw new AppError(
    reason === "needs-sign-in" ? "sign-in-required" : (code ?? "not-sent"),
    pauseMessage === undefined
      ? codedText("message-not-sent")
      : codedText("message-not-sent-because", { reason: pauseMessage }),
  );
}

async function readRow({ store, log }: CampaignDeps, campaign: number): Promise<RecipientRow | undefined> {
  try {
    const [row] = await store.listRecipients({ campaign, outcome: undefined, after: 0, limit: 1 });
    return row;
  } catch (cause) {
    log.error("campaign.outcome-not-read", { campaign }, cause);
    return undefined;
  }
}
