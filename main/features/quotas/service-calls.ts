/** Reads and writes a quota through the API layer, in terms of the contract. */
import { definedFields } from "#shared/defined-fields.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { QuotaKind, QuotaOperation, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { ChangeNote } from "../../core/api/change-note.ts";
import type { ApiClient, CallOptions } from "../../core/api/client.ts";
import { invalidInput } from "../../core/api/inputs.ts";
import type { JsonRecord } from "../../core/api/json.ts";
import { deleteQuota, getDataQuota, getSmsQuota, setDataQuota, setSmsQuota } from "../../core/api/quotas.ts";
import type { DataQuotaDraft, QuotaOptions } from "../../core/api/quotas.ts";
import { percentOf, parseQuotaState } from "./read-quota.ts";

/** Throws what the call throws, including `endpoint-unknown` and `not-offered`. */
export async function fetchQuotaState(
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
export async function writeQuotaState(
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

/** After a write, the sent volume is both the remaining and the last added one. */
export function asWritten(after: QuotaState): QuotaState {
  if (after.state === "none") return after;
  const lastAdded = after.quota.volume;
  const percent = percentOf(lastAdded, lastAdded);
  return {
    state: "set",
    quota: {
      ...after.quota,
      ...(lastAdded === undefined ? {} : { lastAdded }),
      ...(percent === undefined ? {} : { percent }),
    },
  };
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
