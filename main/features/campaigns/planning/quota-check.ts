/**
 * Who has no SMS quota left. Asks the service for one endpoint after the other, behind everything that is sent.
 *
 * What a missing quota means depends on the service profile (docs/service-facts.md#quotas), so it is counted by itself. A service
 * that cannot be asked any more is not asked again and again: the rest is then unknown, never "enough".
 */
import type { planning } from "#contract/planning.ts";
import type { Handlers, JsonRecord } from "#contract/kit.ts";
import type { ApiClient } from "../../../api/client.ts";
import { parseServiceDate } from "../../../api/dates.ts";
import { isRecord, readNumber } from "../../../api/json.ts";
import { getSmsQuota } from "../../../api/quotas.ts";
import { AppError } from "../../../failure.ts";
import { abortedError } from "../../../wait.ts";
import type { QuotaSubject } from "../ledger/queries-subjects.ts";

export type QuotaReport = NonNullable<Awaited<ReturnType<Handlers<typeof planning>["preflight"]>>["quota"]>;

export interface QuotaCheck {
  readonly api: ApiClient;
  /** In pages; each is asked before the next is read. */
  readonly subjects: AsyncIterable<readonly QuotaSubject[]>;
  /** Everybody who is to be sent to is among them. */
  readonly isFull: boolean;
  readonly now: number;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

const atOnce = 8;
const mostItems = 200;
/** So many failures one after the other mean that asking on is of no use. */
const mostFailures = 10;

/** Throws `aborted` when given up. */
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

/** Status of a quota that still counts. */
const active = 1;

/** Messages left by a quota as the service gives it; none when it is used up or over. */
export function messagesLeft(quota: JsonRecord, now: number): number | "unreadable" {
  const status = isRecord(quota["status"]) ? readNumber(quota["status"]["id"]) : readNumber(quota["status"]);
  const expiresAt = parseServiceDate(quota["expiry_date"]);
  if ((status !== undefined && status !== active) || (expiresAt !== undefined && expiresAt <= now)) return 0;
  const volume = readNumber(quota["volume"]);
  return volume === undefined ? "unreadable" : Math.max(0, volume);
}
