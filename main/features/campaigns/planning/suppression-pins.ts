/**
 * Stores which endpoints the suppression list has matched (pins): an entry by a name, or by a number of a SIM, keeps protecting its
 * device after the device is renamed or gets another SIM. Entries are matched when they are added, after endpoints were synced, and
 * whenever the list is applied; removing an entry removes its pins.
 */
import type { CampaignDeps } from "../campaign-deps.ts";
import { resolveValues } from "./suppression-text.ts";

type Deps = Pick<CampaignDeps, "store" | "clock" | "directory" | "names">;

/** Stores the endpoints that values of the list match now. */
export async function pinEndpoints(
  { store, clock, names }: Pick<Deps, "store" | "clock" | "names">,
  connection: number,
  endpointsByValue: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const pairs = [...endpointsByValue].flatMap(([value, ids]) => [...ids].map((endpoint) => ({ value, endpoint })));
  if (pairs.length === 0) return;
  const called = await names.of(connection, [...new Set(pairs.map(({ endpoint }) => endpoint))]);
  const pins = pairs.map((pair) => ({ ...pair, name: called.get(pair.endpoint) }));
  await store.pinSuppressed({ connection, pins, now: clock.now() });
}

/** The values of the list, and the ids of all endpoints that they match or have matched. */
export async function suppressionListValues(
  deps: Deps,
  connection: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const values = await deps.store.suppressedValues(connection);
  if (values.length === 0) return [];
  await pinEndpoints(deps, connection, await resolveValues(deps.directory, connection, values, signal));
  return [...new Set([...values, ...(await deps.store.listPins(connection)).map(({ endpoint }) => endpoint)])];
}
