/** Quotas and their changes: through a core, and as stored by the service. */
import { expect } from "vitest";
import type { QuotaChange } from "#shared/contract/quotas/quotas.ts";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import type { Clock } from "../../main/core/hosts.ts";
import type { FaultRule } from "../../main/simulator/faults.ts";
import { openCore, type Core, type CoreOptions, type ServiceProxy } from "./core.ts";
import { distantExpiry as expiresAt } from "./quota-state.ts";
import { holdMs } from "./service-client.ts";

/** The endpoints of a bulk change. */
export const ids: readonly string[] = Array.from({ length: 12 }, (_, index) => String(70_001 + index));
export const add5: QuotaOperation = { op: "add", volume: 5, whereNone: "set", expiresAt };

/** The quota of an endpoint is not read: its row stays planned, and a change with it does not finish before it is stopped. */
export function holdReading(endpoint: number): FaultRule {
  return { kind: "late", rate: 1, delayMs: holdMs, on: "quota.get", endpoints: [endpoint] };
}

/** Few endpoints, so that a change of all of them is quick. */
export function openQuotaCore<C extends Clock = Clock, P extends ServiceProxy | undefined = undefined>(
  options: CoreOptions<C, P> = {},
): Promise<Core<C, P>> {
  return openCore({ simulator: { endpoints: 30 }, ...options });
}

type Source = Parameters<Core["client"]["quotas"]["plan"]>[0]["source"];

/** Resolves when the change has no reads or writes in progress. */
export function untilIdle(core: Core, change: number): Promise<QuotaChange> {
  return core.waitFor(
    "quotas.changeMoved",
    () => core.client.quotas.state({ change }),
    ({ state }) => state !== "reading" && state !== "running",
  );
}

/** Plans a change of the twelve endpoints (or others) and waits until the old values are read. */
export async function planChange(
  core: Core,
  operation: QuotaOperation,
  source: Source = { ids: [...ids] },
): Promise<number> {
  const confirmZero = operation.op === "delete";
  const { change } = await core.client.quotas.plan({ kind: "data", operation, source, confirmZero });
  expect((await untilIdle(core, change)).state).toBe("planned");
  return change;
}

/** Plans a change of the twelve endpoints and runs it to its end. */
export async function runChange(core: Core, operation: QuotaOperation): Promise<number> {
  const change = await planChange(core, operation);
  await core.client.quotas.start({ change });
  await untilIdle(core, change);
  return change;
}

/** Volumes at the service; undefined where no quota is set. */
export function readVolumes(
  core: Core,
  kind: "data" | "sms",
  endpoints: readonly string[],
): Promise<(number | undefined)[]> {
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const response = await core.fetch(`/endpoint/${endpoint}/quota/${kind}`);
      if (!response.ok) return undefined;
      return ((await response.json()) as { readonly volume?: number }).volume;
    }),
  );
}

/** Another client sets a data quota. */
export async function setElsewhere(core: Core, endpoint: string, volume: number): Promise<void> {
  const quota = { volume, expiry_date: "2040-01-01 00:00:00", status: { id: 1 }, action_on_exhaustion: { id: 1 } };
  const response = await core.fetch(`/endpoint/${endpoint}/quota/data`, "POST", quota);
  if (!response.ok) throw new Error(await response.text());
}

/** Another client changes the service profile of an endpoint. */
export async function patchProfile(core: Core, endpoint: string, changes: object): Promise<void> {
  const { profile } = await core.client.quotas.get({ endpoint });
  const response = await core.fetch(`/api/v1/service_profile/${profile?.id ?? ""}`, "PATCH", changes);
  if (!response.ok) throw new Error(await response.text());
}
