/** Actions of the settings: updates of the program. */
import { t } from "#shared/texts/text.ts";
import type { Action } from "../../app/actions/action.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";

type NoTarget = Readonly<Record<string, never>>;

export const checkForUpdates: Action<NoTarget> = {
  id: "check-for-updates",
  title: t(($) => $.settings.updates.check),
  scope: () => "updates",
  run: async () => {
    await fleet.updates.check({});
    await reloadQueries("updates.get");
  },
};

/** The program ends if it succeeds. */
export const installUpdate: Action<NoTarget> = {
  id: "install-update",
  title: t(($) => $.settings.updates.installTitle),
  scope: () => "updates",
  run: async () => {
    await fleet.shell.installUpdate({});
  },
};
