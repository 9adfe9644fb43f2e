/**
 * Finds recipients without remaining SMS quota, one request per endpoint, at a lower priority than sending.
 * The meaning of a missing quota depends on the service profile (docs/service-facts.md#quotas), so it is counted separately. After
 * repeated failures no more requests are made; the rest counts as unknown, never as "enough".
 */
import type { planning } from "#shared/contract/campaigns/planning.ts";
import type { Handlers, JsonRecord } from "#shared/contract/kit.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { parseServiceDate } from "#shared/rules/service-date.ts";
import { isRecord, readNumber } from "../../../core/api/json.ts";
import { getSmsQuota } from "../../../core/api/quotas.ts";
import { AppError } from "#shared/failure.ts";
import { abortedError } from "../../../core/wait.ts";
import type { QuotaSubject } from "../ledger/queries-subjects.ts";

export type QuotaReport = NonNullable<Awaited<ReturnType<Handlers<typeof planning>["preflight"]>>["quota"]>;

export interface QuotaCheck {
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
export async function checkQuotas({
  api,
  subjects,
  isFull,
  now,
  onProgress,
  signal,
}: QuotaCheck): Promise<QuotaReport> {
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
export function messagesLeft(quota: JsonRecord, now: number): number | "unreadable" {
  const status = isRecord(quota["status"]) ? readNumber(quota["status"]["id"]) : readNumber(quota["status"]);
  const expiresAt = parseServiceDate(quota["expiry_date"]);
  if ((status !== undefined && status !== active) || (expiresAt !== undefined && expiresAt <= now)) return 0;
  const volume = readNumber(quota["volume"]);
  return volume === undefined ? "unreadable" : Math.max(0, volume);
}
