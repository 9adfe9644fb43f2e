/** The first sync of a new connection; a failure is a toast, since the connect page is closed by then. */
import { formatText, t } from "#shared/texts/text.ts";
import { notifications } from "@mantine/notifications";
import { failureOf, fleet } from "../../lib/fleet.ts";

export async function startFirstSync(connection: string): Promise<void> {
  try {
    const { syncs } = await fleet.fleet.syncs({});
    if (syncs.some((sync) => sync.connection === connection)) return;
    await fleet.fleet.sync({ connection });
  } catch (error) {
    const { code, text } = failureOf(error);
    if (code === "aborted" || code === "cancelled") return;
    notifications.show({
      title: t(($) => $.connections.firstSync.failed),
      message: t(($) => $.connections.firstSync.failedHelp, { failure: formatText(text) }),
      color: "red",
      autoClose: 12_000,
    });
  }
}
