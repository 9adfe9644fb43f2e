/** Endpoints named for a test, by whatever names them, as labels that a person can tell apart. */
import type { FleetClient } from "#contract/index.ts";

export interface TestEndpoint {
  readonly id: string;
  readonly name?: string | undefined;
}

/** "meter-17 · 70017". */
export function endpointLabel({ id, name }: TestEndpoint): string {
  return name === undefined || name === id ? id : `${name} · ${id}`;
}

/** What a label names; undefined for a text that was typed. */
function endpointOfLabel(text: string): TestEndpoint | undefined {
  const [, name, id] = / · \d+$/.test(text) ? (/^(.*) · (\d+)$/s.exec(text) ?? []) : [];
  return id === undefined ? undefined : { id, name };
}

/**
 * Looks up in the cache what was typed: ids, names, ICCID, IMSI, MSISDN, IMEI. Each endpoint once, in the order in which they were named.
 * Throws a sentence about texts that name no endpoint.
 */
export async function resolveTests(
  doctor: Pick<FleetClient["doctor"], "examine">,
  scope: { readonly connection?: string },
  texts: readonly string[],
): Promise<readonly TestEndpoint[]> {
  const found = await Promise.all(
    texts.map(async (text) => {
      const known = endpointOfLabel(text);
      return known ?? (await doctor.examine({ ...scope, text })).rows[0]?.endpoint;
    }),
  );
  const byId = new Map(found.flatMap((endpoint) => (endpoint === undefined ? [] : [[endpoint.id, endpoint]])));
  const unknown = texts.filter((_, index) => found[index] === undefined).map((text) => `“${text}”`);
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no endpoint of the cache has this name or number`);
  return [...byId.values()];
}
