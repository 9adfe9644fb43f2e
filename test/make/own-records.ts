/** Our messages in the service's ledger: endpoint id → number of SMS accepted from us, without those of other senders. */
import type { Simulator } from "../../main/simulator/simulator.ts";

export function countOwn(simulator: Pick<Simulator, "ledger">): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { endpointId, foreign } of simulator.ledger())
    if (foreign !== true) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
