/** Binds the actions to the keyboard and the application menu, and handles requests from the desktop. */
import { formatText } from "#shared/texts/text.ts";
import { useHotkeys } from "@mantine/hooks";
import { useEffect } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { accelerator } from "../../lib/keys.ts";
import { type AppAction, unavailableReason } from "../actions/action.ts";
import { appActions } from "../actions/registry.ts";
import { runAction, useActionValue } from "../actions/run-action.tsx";
import { useFleetdesk } from "../store/store.ts";

const keyed = appActions.filter(({ keys }) => keys !== undefined);
const typing = ["INPUT", "TEXTAREA", "SELECT"];

export function Shortcuts(): undefined {
  useHotkeys(
    keyed.filter(({ whileTyping }) => whileTyping !== true).map((action) => [action.keys ?? "", () => run(action)]),
    typing,
  );
  useHotkeys(
    keyed.filter(({ whileTyping }) => whileTyping === true).map((action) => [action.keys ?? "", () => run(action)]),
    [],
    true,
  );
  const requestedCommand = useFleetdesk((state) => state.requestedCommand);
  useEffect(() => {
    const action = appActions.find(({ id }) => id === requestedCommand?.id);
    if (action !== undefined) run(action);
  }, [requestedCommand]);
  const enabled = useActionValue((state) =>
    appActions.map((action) => (unavailableReason(action, state, state) === undefined ? "1" : "0")).join(""),
  );
  useEffect(() => {
    const items = appActions.map(({ id, title, group, keys }, index) => ({
      id,
      title,
      menu: group,
      enabled: enabled[index] === "1",
      accelerator: keys === undefined ? undefined : accelerator(keys),
    }));
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

function run(action: AppAction): void {
  void runAction(action, useFleetdesk.getState());
}
