/**
 * Reads the lists of endpoints whose messages are due, and records what they show.
 *
 * Invariant: a check that could not be made (no network, not signed in, throttled) does not count as one.
 */
import { readSmsRecord } from "../../../core/api/sms.ts";
import { AppError, isAppError, textOf } from "#shared/failure.ts";
import { abortedError, sleep, throwIfStopped } from "../../../core/wait.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { Reading } from "../ledger/queries-watch.ts";
import { isConnectivityError, readAndNotifyObserver } from "./read-list.ts";
import type { CodedText } from "#shared/texts/coded-text.ts";

export interface RoundOptions {
  readonly deps: CampaignDeps;
  readonly connection: CampaignConnection;
  /** A campaign is sending over this connection now. */
  readonly sending: () => boolean;
  /** Called with the campaigns whose data changed. */
  readonly onUpdate: (campaigns: readonly number[]) => void;
}

/** `away`: the service was not reachable, whatever the endpoint. */
export type RoundEnd =
  | { readonly kind: "done"; readonly checked: number }
  | { readonly kind: "away"; readonly checked: number; readonly error: AppError };

const parallel = 8;
/** Share of the request budget while a campaign needs it. */
const shareWhileSending = 0.1;
/** Without a budget, the interval leaves computing time to the campaign. */
const apartWhileSendingMs = 200;

/** Checks `endpoints` in their order. Rejects with `aborted`, or when the store fails. */
export async function watchRound(
  options: RoundOptions,
  endpoints: readonly string[],
  signal: AbortSignal,
): Promise<RoundEnd> {
  let checked = 0;
  for (let start = 0; start < endpoints.length;) {
    throwIfStopped(signal);
    const sending = options.sending();
    if (sending) await makeRoom(options, signal);
    const group = endpoints.slice(start, start + (sending ? 1 : parallel));
    start += group.length;
    const results = await Promise.all(group.map((endpoint) => look(options, endpoint, signal)));
    const readings = results.flatMap((one) => (one instanceof AppError ? [] : [one]));
    if (readings.length > 0) await learn(options, readings);
    checked += readings.length;
    const connectivityError = results.find((one) => one instanceof AppError);
    if (connectivityError !== undefined) return { kind: "away", checked, error: connectivityError };
  }
  return { kind: "done", checked };
}

async function learn({ deps, connection, onUpdate }: RoundOptions, readings: readonly Reading[]): Promise<void> {
  const changed = await deps.store.recordReadings(readings);
  if (changed.length === 0) return;
  onUpdate(changed);
  for (const { endpoint } of readings) await deps.onEndpoint?.(connection.id, endpoint);
}

/** A reading, without a list where this endpoint's list cannot be read; an error where the service was not reachable. */
async function look(
  { deps, connection: { id, api } }: RoundOptions,
  endpoint: string,
  signal: AbortSignal,
): Promise<Reading | AppError> {
  const { clock, log, onList } = deps;
  const readAt = clock.now();
  try {
    const list = await readAndNotifyObserver({ api, clock, log, connection: id, onList }, endpoint, signal);
    const { complete, asOf } = list;
    return { connection: id, endpoint, readAt: asOf, list: { records: list.records.map(readSmsRecord), complete } };
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (!(error instanceof AppError)) throw error;
    if (isConnectivityError(error)) return error;
    log.warn("campaign.watch-failed", { connection: id, code: error.code });
    return { connection: id, endpoint, readAt, list: undefined };
  }
}

/** Sending takes precedence: the governor serves it first, and checks take at most a tenth of a shared budget. */
async function makeRoom({ deps, connection }: RoundOptions, signal: AbortSignal): Promise<void> {
  const { ceiling } = connection.governor.state();
  const apartMs = ceiling === "none" ? 0 : (ceiling.seconds * 1000) / ceiling.requests / shareWhileSending;
  await sleep(deps.clock, Math.max(apartMs, apartWhileSendingMs), signal);
}

// Checks messages to a few endpoints at once, ahead of their due time.

/**
 * Records the results; returns why the service was not reachable, if it was not. Stops early and without an error when `signal` is
 * aborted.
 */
export async function checkEndpoints(
  deps: CampaignDeps,
  connection: CampaignConnection,
  endpoints: readonly string[],
  signal: AbortSignal,
): Promise<CodedText | undefined> {
  const onUpdate = (campaigns: readonly number[]): void => {
    for (const campaign of campaigns) deps.publish("campaigns.watched", { campaignId: String(campaign) });
  };
  try {
    // The campaign sends nothing while it waits at a gate; other senders go first by their priority.
    const end = await watchRound({ deps, connection, sending: () => false, onUpdate }, endpoints, signal);
    return end.kind === "away" ? textOf(end.error) : undefined;
  } catch (error) {
    if (signal.aborted || isAppError(error, "aborted")) return undefined;
    throw error;
  }
}
