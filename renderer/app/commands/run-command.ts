/** Runs a command, wherever it was invoked; a failure is shown as a toast with its message. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { notifications } from "@mantine/notifications";
import { failureOf } from "../../lib/fleet.ts";
import { useFleetdesk } from "../store/store.ts";
import type { Command } from "./command.ts";

/** Does nothing while the command is disabled. */
export async function runCommand(command: Command): Promise<void> {
  const state = useFleetdesk.getState();
  if (!command.enabled(state)) return;
  try {
    await command.run(state);
  } catch (error) {
    const { code, text } = failureOf(error);
    // A cancellation by the operator needs no toast.
    if (code !== "aborted" && code !== "sync-cancelled")
      notifications.show({
        title: t(($) => $.shell.commandFailed, { command: command.title }),
        message: formatText(text),
        color: "red",
        autoClose: 12_000,
      });
  }
}
