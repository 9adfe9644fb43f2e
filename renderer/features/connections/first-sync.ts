/** The first copy of a fleet that was just connected; a failure is a toast, since its page has gone by then. */
import { notifications } from "@mantine/notifications";
import { failureOf, fleet } from "../../lib/fleet.ts";

export async function startFirstSync(connection: string): Promise<void> {
  try {
    const { syncs } = await fleet.fleet.syncs({});
    if (syncs.some((sync) => sync.connection === connection)) return;
    await fleet.fleet.sync({ connection });
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code === "aborted" || code === "cancelled") return;
    notifications.show({
      title: "The fleet was not synchronised",
      message: `${message} "Sync" on the fleet's page tries again.`,
      color: "red",
      autoClose: 12_000,
    });
  }
}
