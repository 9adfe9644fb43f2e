/** The closed sets of the service: the only values that some fields have, and what they are called (field facts, sections 7 to 9). */
import type { Collection } from "#contract/fleet.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

const endpointStatus = choices(["Enabled", "Disabled", "Deleted"]);
const simStatus = choices(["Issued", "Activated", "Suspended", "Deleted", "Factory Test"]);
const userStatus = choices(["Activation Pending", "Active", "Suspended", "Deleted"]);

const closed: Readonly<Partial<Record<Collection, Readonly<Record<string, readonly Choice[]>>>>> = {
  endpoint: { status: endpointStatus, sim_status: simStatus },
  sim: { status: simStatus },
  user: { status: userStatus },
};

/** The choices of a field by its id at the service; undefined where any value may stand. */
export function choicesOf(collection: Collection, field: string): readonly Choice[] | undefined {
  const sets = closed[collection] ?? {};
  return Object.hasOwn(sets, field) ? sets[field] : undefined;
}

/** Ids count from 0. */
function choices(labels: readonly string[]): readonly Choice[] {
  return labels.map((label, id) => ({ value: String(id), label }));
}
