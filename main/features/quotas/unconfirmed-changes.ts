/** Changes whose answers were lost: what a reading proves of them, and which of them block the next change. */
import { formatUtcMoment } from "#shared/rules/service-date.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import { classifyCurrent } from "./operations.ts";
import { type RowMove, type RowStep, type UnconfirmedRow, type WorkRow, workOfRow } from "./queries-rows.ts";
import type { AuditDraft } from "../../core/api/caller.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import type { QuotaAnswer } from "#shared/contract/quotas/quotas.ts";
import { acceptedOf } from "../../core/api/errors.ts";
import type { Priority } from "../../core/api/priority.ts";
import { runJob } from "../../core/jobs/job.ts";
import { type SentMoment, sleep } from "../../core/wait.ts";
import { backoffMs } from "../../core/jobs/backoff.ts";
import type { Failure } from "#shared/contract/kit.ts";
import type { AppError } from "#shared/failure.ts";
import type { StoredChange } from "./queries-changes.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import { fetchReading, notSentBy } from "./readings.ts";

/** When the grace period of a change ends: from then on a reading can prove that it was not applied. */
export function provableFrom(
  { sendClock }: Pick<QuotaDeps, "sendClock">,
  { options }: Pick<QuotaConnection, "options">,
  sent: Partial<SentMoment>,
): number {
  return sendClock.graceFrom(sent) + options.reconcileAfterMs;
}

/** The move that a reading proves, or from when on one can prove it; neither where the reading matches both states. */
export function resolveRow(
  { row, before, after }: Pick<WorkRow, "row" | "before" | "after">,
  current: QuotaState,
  { now, provableFrom }: { readonly now: number; readonly provableFrom: number },
): { readonly move?: RowMove; readonly until?: number } {
  const verdict = before === undefined || after === undefined ? "unclear" : classifyCurrent(before, after, current);
  if (verdict === "unclear") return {};
  if (verdict === "set") return { move: { row, event: "set", resolvedAt: now } };
  // The service may still apply the request, also over a value that was set elsewhere.
  if (now < provableFrom) return { until: provableFrom };
  const [moved, notApplied] = [codedText("quota-changed-while-unknown"), codedText("quota-change-not-applied")];
  return verdict === "moved"
    ? { move: { row, event: "move", current, code: "moved", message: moved, resolvedAt: now } }
    : { move: { row, event: "reject", code: "not-applied", message: notApplied, resolvedAt: now } };
}

type Classification = { readonly open: UnconfirmedChange; readonly move?: RowMove } | { readonly move: RowMove };

/**
 * Compares with the time at which the reading started: the service may have evaluated the request at once, however late
 * its answer arrived.
 */
export function classifyByReading(
  row: UnconfirmedRow,
  { at, result }: QuotaReadResult,
  provableFrom: number,
): Classification {
  const { change, title, sentAt, overtaken } = row;
  const isRequeued = row.state === "planned";
  const open = (resolvableFrom: number | undefined): { readonly open: UnconfirmedChange } => ({
    open: { change, row: row.row, title, sentAt, provableFrom, resolvableFrom, overtaken, isRequeued },
  });
  if (overtaken) {
    if (isRequeued || row.code === "overtaken") return open(undefined);
    return { ...open(undefined), move: { row: row.row, event: "lose", ...overtakenReason, resolvedAt: at } };
  }
  if (isRequeued) return open(provableFrom);
  if (!("state" in result)) return open(undefined);
  // The reading started before the change was sent, so it proves nothing about the change.
  if (at < (sentAt ?? 0)) return open(provableFrom);
  const { move, until } = resolveRow(row, result.state, { now: at, provableFrom });
  return move === undefined ? open(until) : { move };
}

/** Reason shown for a change after which another one was sent. */
export const overtakenReason = {
  code: "overtaken",
  message: codedText("quota-outcome-overtaken"),
} as const;

/**
 * The unresolved changes that block the next one. An overtaken change blocks only during the grace period: after that
 * the service no longer applies it.
 */
export function blockingChanges(open: readonly UnconfirmedChange[], at: number): readonly UnconfirmedChange[] {
  return open.filter(({ overtaken, isRequeued, provableFrom }) => !overtaken || isRequeued || at < provableFrom);
}

/** A change that no reading has resolved. */
export interface UnconfirmedChange {
  readonly change: number;
  readonly row: number;
  readonly title: CodedText;
  readonly sentAt: number | undefined;
  /** End of the grace period. */
  readonly provableFrom: number;
  /** When a reading can resolve the change, in epoch milliseconds; undefined where none ever can. */
  readonly resolvableFrom: number | undefined;
  /** A later change of the same quota was sent. */
  readonly overtaken: boolean;
  /** The row is requeued: a reading resolves it when its change resumes. */
  readonly isRequeued: boolean;
}

/** Describes the change: when it was sent, and what to do next. */
export function describeUnconfirmed(unconfirmed: UnconfirmedChange): CodedText {
  const { change, title, sentAt } = unconfirmed;
  const next = nextStep(unconfirmed);
  return sentAt === undefined
    ? codedText("quota-change-unresolved", { change, title, next })
    : codedText("quota-change-unresolved-since", { change, title, sentAt: formatUtcMoment(sentAt), next });
}

function nextStep({ change, resolvableFrom, isRequeued }: UnconfirmedChange): CodedText {
  if (isRequeued) return codedText("quota-resolve-by-resuming", { change });
  return resolvableFrom === undefined
    ? codedText("quota-resolve-by-hand")
    : codedText("quota-resolve-by-refresh", { after: formatUtcMoment(resolvableFrom) });
}

export function answerOf({ change, title, sentAt, resolvableFrom }: UnconfirmedChange): QuotaAnswer["unresolved"] {
  return { change, title, sentAt, resolvableFrom };
}

const maxConcurrent = 8;

/**
 * Reads each unknown row of a change once. Returns when the next one can be resolved, where waiting is needed. Throws
 * when the service as a whole is unreachable, for longer than `outageLimitMs` if it is set; a single quota that cannot be read stays unknown.
 */
export async function resolveUnknown(
  deps: QuotaDeps,
  connection: QuotaConnection,
  change: Pick<StoredChange, "id" | "kind">,
  {
    signal,
    priority,
    outageLimitMs,
  }: { readonly signal: AbortSignal; readonly priority: Priority; readonly outageLimitMs?: number },
): Promise<{ readonly waitUntil: number | undefined }> {
  let waitUntil: number | undefined;
  await runJob<WorkRow>(
    {
      load: (after, limit) => deps.store.rowsToWork(change.id, "unknown", after, limit),
      concurrency: maxConcurrent,
      outageLimitMs,
      perform: async (row) => {
        const result = await fetchReading(deps, connection, change.kind, row.endpoint, { signal, priority });
        const { error, ...reading } = result;
        const outage = error && outageLimitMs !== undefined ? notSentBy(error) : undefined;
        if (outage !== undefined) return outage;
        if (error !== undefined && isWholeService(error)) throw error;
        await deps.store.saveReadings(connection.id, [reading]);
        for (const open of await resolveByReading(deps, connection, reading)) {
          const isOwn = open.change === change.id && open.row === row.row;
          if (isOwn && open.resolvableFrom !== undefined)
            waitUntil = Math.min(waitUntil ?? Infinity, open.resolvableFrom);
        }
        return { outcome: "accepted", reference: undefined };
      },
    },
    deps.clock,
    signal,
  );
  return { waitUntil };
}

/** Resolves unknown rows of a quota by a reading made for any purpose. Returns the unresolved ones, oldest first. */
export async function resolveByReading(
  deps: QuotaDeps,
  connection: QuotaConnection,
  reading: QuotaReadResult,
): Promise<readonly UnconfirmedChange[]> {
  const { store, publish } = deps;
  const open: UnconfirmedChange[] = [];
  for (const row of await store.unconfirmedRows(connection.id, reading.kind, reading.endpoint)) {
    const classification = classifyByReading(row, reading, provableFrom(deps, connection, row));
    if ("open" in classification) open.push(classification.open);
    const { move } = classification;
    if (move === undefined) continue;
    const links = resolutionLinks(deps, row.change, move);
    await commitSteps(deps, [{ connection: connection.id, change: row.change, move, links }]);
    publish("quotas.changeMoved", { connection: connection.name, change: row.change });
  }
  return open;
}

/** Without a network or session, reading the next quota would fail as well. */
function isWholeService(error: AppError): boolean {
  const kind = error.details?.["kind"];
  if (kind === "offline" || kind === "signed-out" || kind === "throttled") return true;
  return acceptedOf(error) === undefined && error.code !== "endpoint-unknown" && error.code !== "not-offered";
}

/** Stores steps, each with its links of the audit. Returns what the query returns. */
export async function commitSteps(
  { store, audit }: Pick<QuotaDeps, "store" | "audit">,
  steps: readonly RowStep[],
): Promise<readonly (number | undefined)[]> {
  const numbers = await store.moveRows(steps);
  if (steps.some(({ links }) => links !== undefined)) audit.onStored();
  return numbers;
}

/** The link of what a reading proves about a write whose answer was lost; none where it proves neither success nor failure. */
export function resolutionLinks(
  { audit }: Pick<QuotaDeps, "audit">,
  change: number,
  { row, event, code }: Pick<RowMove, "row" | "event" | "code">,
): readonly AuditDraft[] {
  const work = workOfRow(change, row);
  if (event === "set")
    return [{ ...audit.resolution({ outcome: "done", proof: codedText("proved-quota-set") }), work }];
  if (event !== "reject" || code !== "not-applied") return [];
  return [{ ...audit.resolution({ outcome: "not-done", proof: codedText("proved-quota-not-set") }), work }];
}

export interface RunRecovery {
  /**
   * Ends a run in the store with a reason; rows whose answers could not be stored become unknown. Repeats in the background until the store
   * works. Resolves after the first attempt; never rejects.
   */
  endRun(change: number, reason: Pick<Failure, "code" | "text">): Promise<void>;
  stop(): void;
}

const firstRepeatMs = 250;
const longestRepeatMs = 15_000;

export function createRunRecovery(deps: QuotaDeps): RunRecovery {
  const { store, clock, sendClock, log } = deps;
  const stopping = new AbortController();
  const attempt = async (change: number, { code, text: message }: Pick<Failure, "code" | "text">): Promise<boolean> => {
    const lost = {
      code: "answer-not-saved",
      message: codedText("quota-answer-not-saved"),
      now: sendClock.now(),
      uptime: clock.uptime(),
    };
    try {
      await store.endRun(change, { code, message }, lost);
    } catch (cause) {
      log.error("quotas.run-not-ended", { change }, cause);
      return false;
    }
    await publishChange(deps, change);
    return true;
  };
  const repeat = async (change: number, reason: Pick<Failure, "code" | "text">): Promise<void> => {
    for (let attempts = 0; !stopping.signal.aborted; attempts += 1) {
      await sleep(clock, backoffMs(attempts, firstRepeatMs, longestRepeatMs), stopping.signal).catch(() => undefined);
      if (!stopping.signal.aborted && (await attempt(change, reason))) return;
    }
  };
  return {
    endRun: async (change, reason) => {
      if (!(await attempt(change, reason))) void repeat(change, reason);
    },
    stop: () => stopping.abort(),
  };
}

/** Publishes the state of a change. Never rejects. */
export async function publishChange(
  { store, publish, connectionNames, log }: QuotaDeps,
  change: number,
): Promise<void> {
  try {
    const { connection: id } = await store.readChange(change);
    const connection = (await connectionNames()).get(id);
    if (connection === undefined) return;
    publish("quotas.changeMoved", { connection, change });
    publish("quotas.changed", { connection });
  } catch (cause) {
    log.error("quotas.change-not-published", { change }, cause);
  }
}
