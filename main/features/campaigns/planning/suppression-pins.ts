/**
 * Whom the standing list has named is kept beside it: an entry by a name, or by a number of a SIM, goes on protecting its device
 * when that is called otherwise or gets another SIM. Looked up when an entry is added, after endpoints were read, and whenever the
 * list is applied; taking an entry off takes its devices off with it.
 */
import type { CampaignDeps } from "../campaign-deps.ts";
import { resolveValues } from "./suppression-text.ts";

type Deps = Pick<CampaignDeps, "store" | "clock" | "directory" | "names">;

/** Writes down whom values of the list name now. */
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

/** The values of the list and the ids of everybody whom it names or has named. */
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
