/** Starts the simulator and says which connection leads to it. */
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";

export const practiceEndpoints = 10_000;

/** Throws `CallFailure`. */
export async function startPractice(onStarted: (connection: string) => void): Promise<void> {
  const { announce } = useFleetdesk.getState();
  announce("The simulator starts.");
  const { connection } = await fleet.practice.start({ endpoints: practiceEndpoints });
  const { loadConnections, loadPractice } = useFleetdesk.getState();
  await Promise.all([loadConnections(), loadPractice()]);
  announce("The simulator runs.");
  if (connection !== undefined) onStarted(connection);
}
