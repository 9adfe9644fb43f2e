/** Checks before a campaign starts: duration, session lifetime, and SMS quotas. Sends no SMS. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { formatWallTime } from "#shared/texts/zoned-time.ts";
import type { planning, sessionLifetimeSchema } from "#shared/contract/campaigns/planning.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import { openZone } from "#shared/rules/zone-time.ts";
import { rowPages } from "../../../core/store/cursor.ts";
import type { CampaignConnection, CampaignDeps, SessionExpiry } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/queries-state.ts";
import type { QuotaSubject } from "../ledger/queries-suppression.ts";
import { decideContinue, decideStart, quietFrom, quietUntil } from "../running/schedule.ts";
import { findCampaign } from "../ledger/sqlite-ledger.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readNumber } from "../../../core/api/json.ts";
import { getSmsQuota } from "../../../core/api/quotas.ts";
import { AppError } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import type { Schedule } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { z } from "zod";

type Preflight = Handlers<typeof planning>["preflight"];
type Quota = Parameters<Preflight>[0]["quota"];

/** Minimum interval between progress reports. */
const progressEveryMs = 100;
const subjectsPerPage = 1000;
const minuteMs = 60_000;

export function createPreflight(deps: CampaignDeps): Preflight {
  const { store, clock, connections, sessionOf } = deps;
  return async ({ campaignId, quota, sampleSize }, { signal }) => {
    const campaign = await findCampaign(store, campaignId);
    const connection = await connections.openById(campaign.connection);
    const { governor } = connection;
    const { ceiling, ratePerSecond: allowed, waitingMs } = governor.state();
    const { pending: recipients } = campaign.counts;
    const { setRate, concurrency, options } = campaign;
    const pace = paceOf({ recipients, setRate, concurrency, ceiling, allowed });
    const now = clock.now();
    const startsAt = startOf(campaign, now);
    const pauses = pausesOf(campaign);
    // The rate-limit window empties while a later start is awaited.
    const waits = Math.max(0, now + waitingMs - startsAt);
    const endsAt = endOfWork(options.schedule, startsAt, waits + pace.durationMs + pauses.plannedMs);
    const session = checkSessionLifetime(
      await sessionOf(connection.name),
      endsAt,
      zonedFormatter(options.schedule?.zone, now),
    );
    return {
      recipients,
      segments: await store.pendingSegments(campaign.id),
      rate: pace.perSecond,
      rateMessage: pauses.gated ? codedText("pace-without-gates", { pace: pace.message }) : pace.message,
      defaultRate: setRate === undefined ? defaultRate(ceiling) : undefined,
      durationMs: pace.durationMs + pauses.plannedMs,
      startsAt,
      endsAt,
      session,
      quota: quota === "none" ? undefined : await quotasOf(deps, { campaign, connection, quota, sampleSize, signal }),
    };
  };
}

/** The scheduled start, or now. After a missed window an operator decides about the start, which would be now. */
function startOf({ options, startedAt, reason }: StoredCampaign, now: number): number {
  const { schedule } = options;
  if (schedule === undefined) return now;
  const hasStarted = startedAt !== undefined || reason === "missed-window";
  const decision = hasStarted ? decideContinue(schedule, now) : decideStart(schedule, now);
  return decision.kind === "wait" ? decision.until : now;
}

/** Pauses between waves are planned; the time at a gate is unknown. */
function pausesOf({ options, waveCount, openWave }: StoredCampaign): {
  readonly plannedMs: number;
  readonly gated: boolean;
} {
  const left = Math.max(0, waveCount - 1 - openWave);
  if (left === 0) return { plannedMs: 0, gated: false };
  const { canary, waves } = options.rollout ?? {};
  const fromCanary = canary !== undefined && openWave === 0 ? 1 : 0;
  const plannedMs = (left - fromCanary) * (waves?.pauseMinutes ?? 0) * minuteMs;
  const gated = canary !== undefined || waves?.gate !== undefined;
  return { plannedMs, gated };
}

async function quotasOf(
  { store, names, clock, publish }: CampaignDeps,
  check: {
    readonly campaign: StoredCampaign;
    readonly connection: CampaignConnection;
    readonly quota: Exclude<Quota, "none">;
    readonly sampleSize: number;
    readonly signal: AbortSignal;
  },
): Promise<QuotaReport> {
  const { campaign, connection, quota, sampleSize, signal } = check;
  const { pending } = campaign.counts;
  const isFull = quota === "full" || sampleSize >= pending;
  const total = isFull ? pending : sampleSize;
  const campaignId = String(campaign.id);
  let reportedAt = -Infinity;
  const reportProgress = (done: number): void => {
    const now = clock.monotonic();
    if (done < total && now - reportedAt < progressEveryMs) return;
    reportedAt = now;
    publish("planning.preflightProgress", { campaignId, done, total });
  };
  const subjects = isFull
    ? rowPages(subjectsPerPage, (page) => store.pendingSubjects({ campaign: campaign.id, ...page }))
    : sampled(store, campaign.id, sampleSize);
  reportProgress(0);
  const report = await checkQuotas({
    api: connection.api,
    subjects,
    isFull,
    now: clock.now(),
    onProgress: reportProgress,
    signal,
  });
  return { ...report, items: await names.attach(connection.id, report.items) };
}

type Subjects = AsyncGenerator<readonly QuotaSubject[]>;

async function* sampled(store: CampaignDeps["store"], campaign: number, count: number): Subjects {
  yield await store.spreadSubjects({ campaign, count });
}

/** Formats times on the campaign's wall clock, with the date where it is not today's. */
function zonedFormatter(name: string | undefined, now: number): (at: number) => string {
  const zone = openZone(name ?? "UTC");
  const wall = (at: number): string => new Date(zone.wallAt(at)).toISOString();
  const format = (at: number): string =>
    wall(at).startsWith(wall(now).slice(0, 10)) ? wall(at).slice(11, 16) : formatWallTime({ at, zone: zone.name });
  return (at) => `${format(at)} (${zone.name})`;
}

// Finds recipients without remaining SMS quota, one request per endpoint, at a lower priority than sending.
// The meaning of a missing quota depends on the service profile (docs/service-facts.md#quotas), so it is counted separately. After
// repeated failures no more requests are made; the rest counts as unknown, never as "enough".

type QuotaReport = NonNullable<Awaited<ReturnType<Handlers<typeof planning>["preflight"]>>["quota"]>;

interface QuotaCheck {
  readonly api: ApiClient;
  /** In pages; each page is checked before the next is read. */
  readonly subjects: AsyncIterable<readonly QuotaSubject[]>;
  /** The subjects include every pending recipient. */
  readonly isFull: boolean;
  readonly now: number;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

const atOnce = 8;
const mostItems = 200;
/** Consecutive failures after which no more requests are made. */
const mostFailures = 10;

/** Throws `aborted` when `signal` is aborted. */
async function checkQuotas({ api, subjects, isFull, now, onProgress, signal }: QuotaCheck): Promise<QuotaReport> {
  const sum = { enough: 0, short: 0, unset: 0, unknown: 0 };
  const items: QuotaReport["items"] = [];
  let checked = 0;
  let failures = 0;
  const classify = async ({ endpoint, segments }: QuotaSubject): Promise<void> => {
    if (failures >= mostFailures) {
      sum.unknown += 1;
      return;
    }
    const left = await fetchMessagesLeft(api, endpoint, now, signal);
    failures = left === "failed" ? failures + 1 : 0;
    checked += 1;
    onProgress(checked);
    if (left === "failed" || left === "unreadable") sum.unknown += 1;
    else if (left === "unset") sum.unset += 1;
    else if (left >= segments) sum.enough += 1;
    else {
      sum.short += 1;
      if (items.length < mostItems) items.push({ endpoint, left, needed: segments });
    }
  };
  for await (const page of subjects) {
    const queue = page.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const subject of queue) await classify(subject);
      }),
    );
  }
  return { checked, ...sum, items, complete: isFull && failures < mostFailures };
}

async function fetchMessagesLeft(
  api: ApiClient,
  endpoint: string,
  now: number,
  signal: AbortSignal,
): Promise<number | "unset" | "unreadable" | "failed"> {
  if (signal.aborted) throw abortedError();
  try {
    const quota = await getSmsQuota(api, endpoint, { priority: "delivery", signal });
    return quota === undefined ? "unset" : messagesLeft(quota, now);
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (!(error instanceof AppError)) throw error;
    return "failed";
  }
}

/** Status of an active quota. */
const active = 1;

/** Messages left in a quota record of the service; 0 when the quota is used up or expired. */
function messagesLeft(quota: JsonRecord, now: number): number | "unreadable" {
  const status = isRecord(quota["status"]) ? readNumber(quota["status"]["id"]) : readNumber(quota["status"]);
  const expiresAt = parseServiceDate(quota["expiry_date"]);
  if ((status !== undefined && status !== active) || (expiresAt !== undefined && expiresAt <= now)) return 0;
  const volume = readNumber(quota["volume"]);
  return volume === undefined ? "unreadable" : Math.max(0, volume);
}

// Estimates how long sending takes. Pure.

interface PaceFacts {
  readonly recipients: number;
  /** Requests per second that an operator set. */
  readonly setRate: number | undefined;
  readonly concurrency: number;
  /** Rate limit of the address; "none" where there is no limit. */
  readonly ceiling: "none" | { readonly requests: number; readonly seconds: number };
  /** Requests per second that the governor allows now, on average; below the ceiling after the service requested fewer. */
  readonly allowed: number | undefined;
}

interface Pace {
  /** Average over the whole run. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** A complete sentence. */
  readonly message: CodedText;
}

/** Assumed duration of one request. */
const answerMs = 200;
/** Requests that the governor reserves for interactive use: one in a hundred, at most 20. */
const reserved = (requests: number): number => Math.min(20, Math.floor(requests / 100));

/** What limits the rate of a campaign without a set rate; follows "Rate: ". */
export function defaultRate(ceiling: PaceFacts["ceiling"]): CodedText {
  if (ceiling === "none") return codedText("pace-default-unlimited");
  return codedText("pace-default-limited", { requests: ceiling.requests, span: span(ceiling.seconds) });
}

/** An unused budget allows a burst at once; after that, requests leave as older ones leave its window. */
export function paceOf({ recipients, setRate, concurrency, ceiling, allowed }: PaceFacts): Pace {
  const inFlight = concurrency / (answerMs / 1000);
  const isAdapted =
    ceiling !== "none" && allowed !== undefined && allowed < (ceiling.requests / ceiling.seconds) * 0.999;
  const slow = isAdapted || (ceiling === "none" && allowed !== undefined) ? allowed : undefined;
  const burst = Math.min(setRate ?? Infinity, slow ?? Infinity, inFlight);
  const budget = ceiling === "none" ? undefined : { each: ceiling.requests - reserved(ceiling.requests), ...ceiling };
  const rests = budget === undefined || recipients === 0 ? 0 : Math.floor((recipients - 1) / Math.max(1, budget.each));
  const inBurst = (recipients / burst) * 1000;
  const byBudget =
    budget === undefined || rests === 0
      ? 0
      : rests * budget.seconds * 1000 + ((recipients - rests * Math.max(1, budget.each)) / burst) * 1000;
  const durationMs = Math.round(Math.max(inBurst, byBudget));
  const perSecond = durationMs === 0 ? burst : recipients / (durationMs / 1000);
  const message =
    byBudget > inBurst && budget !== undefined
      ? codedText("pace-rate-limit", { requests: budget.requests, span: span(budget.seconds), campaigns: budget.each })
      : burst === setRate
        ? codedText("pace-set-rate", { rate: amount(setRate) })
        : burst === slow
          ? codedText("pace-slowed-down", { rate: amount(slow) })
          : codedText("pace-concurrency", { count: concurrency, milliseconds: answerMs });
  return { perSecond, durationMs, message };
}

/** End of work that begins at `start`; quiet hours interrupt it. */
export function endOfWork(schedule: Schedule | undefined, start: number, durationMs: number): number {
  if (schedule === undefined) return start + durationMs;
  let at = start;
  for (let left = durationMs; ;) {
    at = quietUntil(schedule, at) ?? at;
    const quiet = quietFrom(schedule, at);
    if (quiet === undefined || at + left <= quiet) return at + left;
    left -= quiet - at;
    at = quiet;
  }
}

function amount(rate: number | undefined): string {
  return rate === undefined ? "" : String(Math.round(rate * 100) / 100);
}

function span(seconds: number): CodedText {
  return seconds % 60 === 0
    ? codedText("span-minutes", { count: seconds / 60 })
    : codedText("span-seconds", { count: seconds });
}

// Checks whether a session outlasts a run. Pure. An application token signs in again automatically, as often as
// needed. A user's session has a token of 240 minutes, and one of 350 minutes that renews it once, for another 240
// and 350 minutes; Fleetdesk renews at four fifths of the former. While Fleetdesk runs, the computer is awake and the
// service is reachable, such a session continues; otherwise it ends with the latter. So a run that ends before that
// is safe in any case, and one that ends later depends on renewals, which the message says.

type SessionLifetime = z.output<typeof sessionLifetimeSchema>;

/** `formatTime` formats a time for display. */
export function checkSessionLifetime(
  session: SessionExpiry,
  endsAt: number,
  formatTime: (at: number) => string,
): SessionLifetime {
  const { state, reason, message, kind, authExpiresAt, refreshExpiresAt } = session;
  if (reason === "keychain-closed") {
    return { verdict: "unknown", message: message ?? codedText("session-lifetime-keychain-closed") };
  }
  if (state === "signed-out") {
    return {
      verdict: "signed-out",
      message:
        message === undefined
          ? codedText("session-lifetime-signed-out")
          : codedText("session-lifetime-signed-out-reason", { reason: message }),
    };
  }
  // After a permanent renewal failure the current token is used until it expires.
  const mayRenew = reason === undefined || reason === "unreachable";
  if (kind === "application-token" && mayRenew) {
    return {
      verdict: "unlimited",
      message: codedText("session-lifetime-token-renews"),
    };
  }
  const expiresAt = (mayRenew && kind === "user" ? refreshExpiresAt : undefined) ?? authExpiresAt;
  if (expiresAt === undefined) {
    return { verdict: "unknown", message: codedText("session-lifetime-unknown") };
  }
  const renewable = mayRenew && kind === "user" && refreshExpiresAt !== undefined;
  if (endsAt <= expiresAt) {
    const renewed = renewable && authExpiresAt !== undefined && endsAt > authExpiresAt;
    const until = formatTime(expiresAt);
    const message = renewed
      ? codedText("session-lifetime-enough-renewed", { until })
      : codedText("session-lifetime-enough", { until });
    return { verdict: "enough", expiresAt, message };
  }
  const code = renewable ? "session-lifetime-needs-renewal" : "session-lifetime-ends";
  return { verdict: "too-short", expiresAt, message: codedText(code, { until: formatTime(expiresAt) }) };
}
