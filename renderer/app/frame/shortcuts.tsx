/** Binds the commands to the keyboard and the application menu, and handles requests from the desktop. */
import { formatText } from "#shared/texts/text.ts";
import { useHotkeys } from "@mantine/hooks";
import { useEffect } from "react";
import { commands } from "../commands/all.ts";
import { accelerator } from "../commands/keys.ts";
import { runCommand } from "../commands/run-command.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../store/store.ts";

const keyed = commands.filter(({ keys }) => keys !== undefined);
const typing = ["INPUT", "TEXTAREA", "SELECT"];

export function Shortcuts(): undefined {
  useHotkeys(
    keyed
      .filter(({ whileTyping }) => whileTyping !== true)
      .map((verb) => [verb.keys ?? "", () => void runCommand(verb)]),
    typing,
  );
  useHotkeys(
    keyed
      .filter(({ whileTyping }) => whileTyping === true)
      .map((verb) => [verb.keys ?? "", () => void runCommand(verb)]),
    [],
    true,
  );
  const requestedCommand = useFleetdesk((state) => state.requestedCommand);
  useEffect(() => {
    const verb = commands.find(({ id }) => id === requestedCommand?.id);
    if (verb !== undefined) void runCommand(verb);
  }, [requestedCommand]);
  const enabled = useFleetdesk((state) => commands.map((verb) => (verb.enabled(state) ? "1" : "0")).join(""));
  useEffect(() => {
    const items = commands.map((verb, index) => {
      const keys = verb.keys === undefined ? undefined : accelerator(verb.keys);
      return {
        id: verb.id,
        title: verb.title,
        menu: verb.group,
        enabled: enabled[index] === "1",
        accelerator: keys,
      };
    });
    // Without an application menu there is nothing to update.
    fleet.shell.setMenu({ commands: items }).catch((error: unknown) => {
      const { code, text } = failureOf(error);
      const message = formatText(text);
      // oxlint-disable-next-line no-console -- goes to main's log; no caller awaits the result
      if (code !== "not-in-a-window") console.warn(`The menu could not be filled: ${message}`);
    });
  }, [enabled]);
  return undefined;
}
