/** The enumerations of the service: the only values of some fields, with their labels (docs/service-facts.md#endpoint, #sim, #organisation, #events). */
import type { QueryCollection } from "./query-fields.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

const endpointStatus = choices(["Enabled", "Disabled", "Deleted"]);
const simStatus = choices(["Issued", "Activated", "Suspended", "Deleted", "Factory Test"]);
const userStatus = choices(["Activation Pending", "Active", "Suspended", "Deleted"]);

const closed: Readonly<Partial<Record<QueryCollection, Readonly<Record<string, readonly Choice[]>>>>> = {
  endpoint: { status: endpointStatus, sim_status: simStatus },
  sim: { status: simStatus },
  user: { status: userStatus },
  event: {
    severity: choices(["Info", "Warning", "Critical"]),
    source: choices(["Network", "Policy Control", "API"]),
    alert: [
      { value: "true", label: "Alert" },
      { value: "false", label: "No alert" },
    ],
  },
};

/** The choices of a field, by its id in the service; undefined where any value is allowed. */
export function choicesOf(collection: QueryCollection, field: string): readonly Choice[] | undefined {
  const sets = closed[collection] ?? {};
  return Object.hasOwn(sets, field) ? sets[field] : undefined;
}

/** The choice with this value or label, ignoring the case and the blanks of the label. */
export function findChoice(choices: readonly Choice[], text: string): Choice | undefined {
  const named = plain(text);
  return choices.find(({ value, label }) => value === named || plain(label) === named);
}

/** Ids count from 0. */
function choices(labels: readonly string[]): readonly Choice[] {
  return labels.map((label, id) => ({ value: String(id), label }));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
}
