/** The service's fleet changes, and the local copy follows. */
import type { CampaignCore } from "./campaign-core.ts";

/** `mutation` is what the simulator's `mutate` takes. */
export async function mutateFleet(
  { simulator, client }: Pick<CampaignCore, "simulator" | "client">,
  mutation: object,
): Promise<void> {
  const answer = await fetch(`${simulator.baseUrl}/_simulator/mutate`, {
    method: "POST",
    body: JSON.stringify(mutation),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await client.fleet.sync({ collections: ["endpoint"] });
}
