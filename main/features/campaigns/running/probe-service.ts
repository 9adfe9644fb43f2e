/** Single requests that check whether a service answers, and whether lost answers can be looked up. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { fetchPage } from "../../../core/api/collections.ts";
import type { ApiClient } from "../../../core/api/client.ts";
import { hasSmsList } from "../../../core/api/sms.ts";
import { AppError, textOf } from "#shared/failure.ts";
import type { CampaignConnection, CampaignDeps } from "../campaign-deps.ts";
import type { StoredCampaign } from "../ledger/campaign-row.ts";

export type Probe =
  | { readonly kind: "answered" }
  | { readonly kind: "signed-out"; readonly message: CodedText }
  | { readonly kind: "no-answer"; readonly message: CodedText };

const answers: ReadonlySet<unknown> = new Set(["refused", "throttled"]);

/** Any response of the service itself counts, also a rejection; a page from another server does not. */
export async function probeService(api: ApiClient, signal: AbortSignal): Promise<Probe> {
  try {
    await fetchPage(api, "endpoint", { page: 1, perPage: 1, signal, priority: "delivery" });
    return { kind: "answered" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const kind = error.details?.["kind"];
    if (kind === "signed-out") return { kind, message: textOf(error) };
    return answers.has(kind) ? { kind: "answered" } : { kind: "no-answer", message: textOf(error) };
  }
}

/**
 * Before a single SMS: checks whether the service provides the lists that prove outcomes; the answer also sets the service's clock.
 * Undefined without an answer, or where the clock is known, because an operator waits for this SMS.
 */
export async function hasLists(
  { store }: CampaignDeps,
  { id }: StoredCampaign,
  { api }: CampaignConnection,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const endpoint = await store.firstPending(id);
  if (endpoint === undefined || api.clockOffsetMs() !== undefined) return undefined;
  return hasSmsList(api, endpoint, { signal });
}
