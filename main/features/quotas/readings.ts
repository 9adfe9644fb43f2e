/** The quotas of one endpoint: from the cache, and live from the service. */
import type { EndpointQuotas } from "#shared/contract/quotas/quotas.ts";
import type { QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { CallOptions } from "../../core/api/client.ts";
import type { Attempt } from "../../core/jobs/attempt.ts";
import type { NotSentCause } from "../../core/jobs/outage-tracker.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import { fetchQuotaState } from "./service-calls.ts";
import { enforcementOf } from "./enforcement.ts";
import type { QuotaConnection, QuotaDeps } from "./deps.ts";
import { loadSubject, refreshSubject, ruleOf } from "./profile-rules.ts";
import type { QuotaReadResult } from "./queries-readings.ts";

export type ReadOptions = CallOptions & { readonly signal: AbortSignal };

export type FetchedReading = QuotaReadResult & { readonly error?: AppError };

/**
 * Reads one quota and returns it in stored form; a failure is returned as well. Throws only `aborted`, which says
 * nothing about the quota.
 */
export async function fetchReading(
  { clock }: Pick<QuotaDeps, "clock">,
  { api }: QuotaConnection,
  kind: QuotaKind,
  endpoint: string,
  options: ReadOptions,
): Promise<FetchedReading> {
  const at = clock.now();
  try {
    return { kind, endpoint, at, result: { state: await fetchQuotaState(api, kind, endpoint, options) } };
  } catch (error) {
    if (options.signal.aborted || !isAppError(error) || isNoAnswer.has(error.code)) throw error;
    return { kind, endpoint, at, result: { code: error.code, message: textOf(error) }, error };
  }
}

const isNoAnswer: ReadonlySet<string> = new Set(["aborted", "invalid-input"]);

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
  const readings = results.map(({ kind, endpoint: id, at, result }): QuotaReadResult => ({
    kind,
    endpoint: id,
    at,
    result,
  }));
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
