/** Reads and writes a quota through the API layer, in terms of the contract; the quotas of one endpoint, cached and live. */
import { definedFields } from "#shared/defined-fields.ts";
import type {
  Exhaustion,
  Quota,
  QuotaKind,
  QuotaState,
  QuotaOperation,
} from "#shared/contract/quotas/quota-schemas.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readBoolean, readNumber, readText, type JsonRecord } from "../../core/api/json.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { AuditDraft, ChangeNote, ChangeRef } from "../../core/api/caller.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import type { Priority } from "../../core/api/priority.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import {
  deleteQuota,
  getDataQuota,
  getSmsQuota,
  setDataQuota,
  setSmsQuota,
  type DataQuotaDraft,
  type QuotaOptions,
} from "../../core/api/quotas.ts";
import type { EndpointQuotas } from "#shared/contract/quotas/quotas.ts";
import type { Attempt } from "../../core/jobs/attempt.ts";
import type { NotSentCause } from "../../core/jobs/outage.ts";
import { AppError, isAppError, textOf, toFailure } from "#shared/failure.ts";
import { acceptedOf } from "../../core/api/errors.ts";
import { abortedError } from "../../core/wait.ts";
import { enforcementOf, loadSubject, refreshSubject, ruleOf } from "./enforcement.ts";
import { asWritten, percentOf } from "./operations.ts";
import type { QuotaConnection, QuotaDeps, ReadOptions } from "./deps.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import type { RowMove } from "./queries-rows.ts";

/** The API layer returns undefined where no quota is set. */
export function parseQuotaState(kind: QuotaKind, record: JsonRecord | undefined): QuotaState {
  return record === undefined ? { state: "none" } : { state: "set", quota: readQuota(kind, record) };
}

function readQuota(kind: QuotaKind, record: JsonRecord): Quota {
  const volume = readNumber(record["volume"]);
  const lastAdded = readNumber(record["last_volume_added"]);
  return definedFields<Quota>({
    volume,
    expiresAt: parseServiceDate(record["expiry_date"]),
    status: readStatus(record["status"]),
    onExhaustion: kind === "data" ? readAction(record) : undefined,
    autoRefill: readBoolean(record["auto_refill"]),
    thresholdPercent: readNumber(record["threshold_percentage"]),
    thresholdVolume: readNumber(record["threshold_volume"]),
    lastAdded,
    statusChangedAt: parseServiceDate(record["last_status_change_date"]),
    percent: percentOf(volume, lastAdded),
  });
}

const statuses = ["active", "exhausted", "expired"] as const;

/** 1 ACTIVE, 2 EXHAUSTED, 3 EXPIRED; the description is used where the id is missing. */
function readStatus(value: unknown): Quota["status"] {
  const [id, description] = isRecord(value) ? [value["id"], value["description"]] : [value, value];
  const number = readNumber(id);
  if (number !== undefined) return statuses[number - 1] ?? "unknown";
  const text = readText(description)?.toLowerCase();
  return statuses.find((status) => status === text) ?? "unknown";
}

/** 1 Block, 2 Throttle. The rate is inside the action or next to it, and the id has either of two names. */
function readAction(record: JsonRecord): Exhaustion | undefined {
  const action = isRecord(record["action_on_exhaustion"]) ? record["action_on_exhaustion"] : {};
  const id = readNumber(action["id"]) ?? readNumber(action["action_on_quota_exhaustion_id"]);
  const own = id ?? readNumber(record["action_on_exhaustion"]) ?? readNumber(record["action_on_quota_exhaustion_id"]);
  const description = readText(action["description"]);
  const bitsPerSecond = readNumber(action["peak_throughput"]) ?? readNumber(record["peak_throughput"]);
  if (own === 1 || (own === undefined && /^block$/i.test(description ?? ""))) return { kind: "block" };
  if (own === 2 || (own === undefined && /^throttle$/i.test(description ?? ""))) {
    return { kind: "throttle", bitsPerSecond };
  }
  if (own === undefined && description === undefined) return undefined;
  return { kind: "unknown", words: description ?? String(own) };
}

/** Throws what the call throws, including `endpoint-unknown` and `not-offered`. */
async function fetchQuotaState(
  api: ApiClient,
  kind: QuotaKind,
  endpoint: string,
  options: CallOptions,
): Promise<QuotaState> {
  const get = kind === "data" ? getDataQuota : getSmsQuota;
  return parseQuotaState(kind, await get(api, endpoint, options));
}

/**
 * Sends one write and never repeats it. "absent": there was nothing to delete, or the service does not offer deletion.
 */
async function writeQuotaState(
  api: ApiClient,
  kind: QuotaKind,
  endpoint: string,
  after: QuotaState,
  options: QuotaOptions,
): Promise<"written" | "absent"> {
  if (after.state === "none") {
    return (await deleteQuota(api, endpoint, kind, options)) === "absent" ? "absent" : "written";
  }
  const { volume, expiresAt, onExhaustion, autoRefill, thresholdPercent } = after.quota;
  if (volume === undefined) throw invalidInput("volume", codedText("quota-volume-missing"));
  if (expiresAt === undefined) throw invalidInput("expiresAt", codedText("quota-expiry-missing"));
  const refill = autoRefill === undefined ? {} : { autoRefill };
  if (kind === "sms") {
    const thresholdPercentage = thresholdPercent ?? 0;
    await setSmsQuota(api, endpoint, { volume, expiresAt, ...refill, thresholdPercentage }, options);
    return "written";
  }
  const threshold = thresholdPercent === undefined ? {} : { thresholdPercentage: thresholdPercent };
  const action = actionOf(onExhaustion);
  await setDataQuota(
    api,
    endpoint,
    { volumeMb: volume, expiresAt, onExhaustion: action, ...refill, ...threshold },
    options,
  );
  return "written";
}

/** The API layer rejects rates other than the four supported ones. */
function actionOf(
  action: { readonly kind: string; readonly bitsPerSecond?: number } | undefined,
): DataQuotaDraft["onExhaustion"] {
  if (action?.kind !== "throttle") return "block";
  type Rate = Exclude<DataQuotaDraft["onExhaustion"], "block">["throttleTo"];
  return { throttleTo: action.bitsPerSecond as Rate };
}

/** Audit note of a write. */
export function noteOf(
  kind: QuotaKind,
  op: QuotaOperation["op"],
  endpoint: string,
  { before, after }: { readonly before: QuotaState; readonly after: QuotaState },
): ChangeNote {
  return {
    operation: `${op}-${kind}-quota`,
    target: { kind: "endpoint", id: endpoint },
    before: valuesOf(before),
    after: valuesOf(after),
  };
}

function valuesOf(quotaState: QuotaState): JsonRecord {
  if (quotaState.state === "none") return { quota: "none" };
  const { volume, expiresAt, onExhaustion, autoRefill, thresholdPercent } = quotaState.quota;
  const values = {
    volume,
    expires: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
    whenUsedUp: onExhaustion?.kind,
    bitsPerSecond: onExhaustion?.kind === "throttle" ? onExhaustion.bitsPerSecond : undefined,
    autoRefill,
    thresholdPercent,
  };
  return definedFields<JsonRecord>(values);
}

export type FetchedReading = QuotaReadResult & { readonly error?: AppError };

/**
 * Reads one quota and returns it in stored form; a failure is returned as well. Throws only `aborted`, which says
 * nothing about the quota.
 */
export async function fetchReading(
  { sendClock }: Pick<QuotaDeps, "sendClock">,
  { api }: QuotaConnection,
  kind: QuotaKind,
  endpoint: string,
  options: ReadOptions,
): Promise<FetchedReading> {
  const at = sendClock.now();
  try {
    return { kind, endpoint, at, result: { state: await fetchQuotaState(api, kind, endpoint, options) } };
  } catch (error) {
    if (options.signal.aborted || !isAppError(error) || isNoAnswer.has(error.code)) throw error;
    return { kind, endpoint, at, result: { code: error.code, message: textOf(error) }, error };
  }
}

const isNoAnswer: ReadonlySet<string> = new Set(["aborted", "invalid-input"]);

export interface RowToSend {
  readonly kind: QuotaKind;
  readonly op: QuotaOperation["op"];
  readonly endpoint: string;
  readonly row: number;
  readonly before: QuotaState;
  readonly after: QuotaState;
  /**
   * Stores the row as `sending` with the link of the request, which returns its number; for a second request of the row (the service takes
   * another form of it) only the link, after those of the answers so far. Where it rejects, nothing is sent.
   */
  readonly begin: (request: AuditDraft, answers: readonly AuditDraft[] | undefined) => Promise<number>;
}

/** How sending a row ended: the event to store with the links, and the failure, if any. An unforeseen one leaves the outcome unknown. */
export interface SentRow {
  readonly isBegun: boolean;
  readonly move: RowMove;
  readonly links: readonly AuditDraft[];
  readonly reading?: QuotaReadResult;
  readonly error?: Error;
}

/** Sends a row once. Never rejects. */
export async function sendRow(
  deps: Pick<QuotaDeps, "sendClock">,
  connection: QuotaConnection,
  { kind, op, endpoint, row, before, after, begin }: RowToSend,
  options: Omit<QuotaOptions, "note"> & ReadOptions,
): Promise<SentRow> {
  const { sendClock } = deps;
  const links: AuditDraft[] = [];
  let isBegun = false;
  const change: ChangeRef = {
    begin: async (request) => {
      const link = await begin(request, isBegun ? links.splice(0) : undefined);
      isBegun = true;
      return link;
    },
    answered: (answer) => void links.push(answer),
  };
  const note = { ...noteOf(kind, op, endpoint, { before, after }), change };
  const sent = (result: Omit<SentRow, "isBegun" | "links">): SentRow => ({ isBegun, links, ...result });
  try {
    const written = await writeQuotaState(connection.api, kind, endpoint, after, { ...options, note });
    const at = sendClock.now();
    if (written === "written") {
      const reading = { kind, endpoint, at, result: { state: asWritten(after) } };
      return sent({ move: { row, event: "set", resolvedAt: at }, reading });
    }
  } catch (cause) {
    const error = errorOf(cause);
    const { code, text: message } = toFailure(error);
    const resolvedAt = sendClock.now();
    if (!isBegun || acceptedOf(error) === "no" || code === "invalid-input")
      return sent({ move: { row, event: "reject", code, message, resolvedAt }, error });
    // The request may have reached the service late, so the grace period starts when the answer was lost.
    return sent({ move: { row, event: "lose", code, message, resolvedAt, ...sendClock.moment() }, error });
  }
  return sent(await readAfterAbsence(deps, connection, { kind, endpoint, row }, options));
}

/** Of one request, acquired from the governor. */
export interface Permit {
  isUsed: boolean;
}

/** Takes the permit of a write before its reading: a change elsewhere during a wait after it would be overwritten. */
export async function withPermit<T>(
  { governor }: QuotaConnection,
  { priority, signal }: { readonly priority: Priority; readonly signal: AbortSignal },
  work: (permit: Permit) => Promise<T>,
): Promise<T> {
  await governor.acquire(priority, signal);
  const permit = { isUsed: false };
  try {
    return await work(permit);
  } finally {
    if (!permit.isUsed) governor.release(1);
  }
}

/** A request that waited, for a permit or a new token, is not written once everything is stopped. */
export function requireNotStopped(signal: AbortSignal): () => Promise<void> | undefined {
  return () => (signal.aborted ? Promise.reject(abortedError()) : undefined);
}

function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** The service found nothing to delete. Only a reading shows whether no quota is left, or deletion is not offered. */
async function readAfterAbsence(
  deps: Pick<QuotaDeps, "sendClock">,
  connection: QuotaConnection,
  { kind, endpoint, row }: Pick<RowToSend, "kind" | "endpoint" | "row">,
  { priority, signal }: ReadOptions,
): Promise<Omit<SentRow, "isBegun" | "links">> {
  const { error, ...reading } = await fetchReading(deps, connection, kind, endpoint, { priority, signal }).catch(
    (cause: unknown) => ({ error: errorOf(cause), kind, endpoint, at: deps.sendClock.now(), result: toFailure(cause) }),
  );
  const resolvedAt = deps.sendClock.now();
  if (!("state" in reading.result)) {
    const message = codedText("quota-deletion-unconfirmed");
    const { code } = reading.result;
    return { move: { row, event: "lose", code, message, resolvedAt, ...deps.sendClock.moment() }, error };
  }
  const answered = { kind, endpoint, at: reading.at, result: reading.result };
  if (reading.result.state.state === "none")
    return { move: { row, event: "set", message: codedText("quota-none-set"), resolvedAt }, reading: answered };
  const message = codedText("quota-deletion-not-offered");
  const move: RowMove = { row, event: "reject", code: "not-offered", message, resolvedAt };
  return { move, reading: answered, error: new AppError("not-offered", message) };
}

/** The cached quotas of an endpoint. */
export async function readEndpoint(
  deps: QuotaDeps,
  connection: number,
  endpoint: string,
  signal: AbortSignal,
): Promise<EndpointQuotas> {
  const { store, clock } = deps;
  const [subject, cached] = await Promise.all([
    loadSubject(deps, connection, endpoint, signal),
    store.readReadings(connection, endpoint),
  ]);
  const { name, profile, rule } = subject;
  const profileName = rule?.name ?? profile?.name;
  const of = (kind: QuotaKind): EndpointQuotas["data"] => {
    return {
      ...cached[kind],
      enforcement: enforcementOf(kind, ruleOf(subject, kind), cached[kind].state, clock.now()),
    };
  };
  return {
    endpoint,
    name,
    profile:
      profile === undefined
        ? undefined
        : {
            id: profile.id,
            name: profileName,
            asOf: rule?.asOf,
          },
    data: of("data"),
    sms: of("sms"),
  };
}

/** Reads quotas from the service and saves them. Throws only when every read failed, or for `endpoint-unknown`. */
export async function fetchEndpoint(
  deps: QuotaDeps,
  connection: QuotaConnection,
  endpoint: string,
  kinds: readonly QuotaKind[],
  signal: AbortSignal,
): Promise<readonly QuotaReadResult[]> {
  const options: ReadOptions = { priority: "click", signal };
  const uniqueKinds = [...new Set(kinds)];
  const results = await Promise.all(uniqueKinds.map((kind) => fetchReading(deps, connection, kind, endpoint, options)));
  const readings = results.map(({ error: _error, ...reading }): QuotaReadResult => reading);
  await deps.store.saveReadings(connection.id, readings);
  deps.publish("quotas.changed", { connection: connection.name, endpoint });
  const errors = results.flatMap(({ error }) => error ?? []);
  const unknown = errors.find(({ code }) => code === "endpoint-unknown");
  if (unknown !== undefined) throw unknown;
  const [first] = errors;
  if (first !== undefined && errors.length === results.length) throw first;
  await refreshSubject(deps, connection, endpoint, options);
  return readings;
}

type NotSentAttempt = Extract<Attempt, { readonly outcome: "not-sent" }>;

const causes: Readonly<Partial<Record<string, NotSentCause>>> = {
  offline: "offline",
  throttled: "throttled",
  "signed-out": "signed-out",
  // The program is ending.
  aborted: "offline",
};

/** The attempt, where a failure concerns the whole service and the request certainly was not processed. */
export function notSentBy(error: AppError): NotSentAttempt | undefined {
  const { kind, retryAfterMs } = error.details ?? {};
  const cause = causes[String(kind)];
  if (cause === undefined) return undefined;
  const wait = typeof retryAfterMs === "number" ? { retryAfterMs } : {};
  return { outcome: "not-sent", cause, code: error.code, message: textOf(error), ...wait };
}

/** Counts the failures of a job in a row; each reading belongs to one endpoint of it. */
export interface FailureCount {
  answered(): void;
  /** Counts a failure of one endpoint; throws after many in a row. */
  failed(error: AppError): void;
  /**
   * The attempt, where a failed read concerns the whole service. Throws where it was throttled until its retries were used up, and no
   * answer arrived since `answersBefore`.
   */
  outageOf(error: AppError, answersBefore: number): NotSentAttempt | undefined;
  answers(): number;
}

const mostFailures = 20;

export function createFailureCount(): FailureCount {
  let failures = 0;
  let answers = 0;
  return {
    answers: () => answers,
    answered: () => {
      failures = 0;
      answers += 1;
    },
    failed: (error) => {
      if (error.details?.["kind"] === "refused" && error.code !== "not-offered") return;
      failures += 1;
      if (failures < mostFailures) return;
      const message = codedText("quota-service-failing", { failures: mostFailures, failure: textOf(error) });
      throw new AppError(error.code, message, { cause: error });
    },
    outageOf: (error, answersBefore) => {
      const attempt = notSentBy(error);
      if (attempt?.cause === "throttled" && answers === answersBefore) throw error;
      return attempt;
    },
  };
}
