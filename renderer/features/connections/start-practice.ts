/** Starts the simulator and reports its connection. */
import { t } from "#shared/texts/text.ts";
import { fleet } from "../../lib/fleet.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { useFleetdesk } from "../../app/store/store.ts";

export const practiceEndpoints = 10_000;

/** Throws `CallFailure`. */
export async function startPractice(onStarted: (connection: string) => void): Promise<void> {
  const { announce } = useFleetdesk.getState();
  announce(t(($) => $.connections.practice.starting));
  const { connection } = await fleet.practice.start({ endpoints: practiceEndpoints });
  await reloadQueries("connections.list", "practice.get");
  announce(t(($) => $.connections.practice.started));
  if (connection !== undefined) onStarted(connection);
}
