/** What the service's own ledger says of us: endpoint id → SMS accepted from us, other senders' left out. */
import type { Simulator } from "../../main/simulator/simulator.ts";

export function countOwn(simulator: Pick<Simulator, "ledger">): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { endpointId, foreign } of simulator.ledger())
    if (foreign !== true) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
