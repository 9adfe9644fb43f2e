import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const newProfile: Command = {
  id: "new-profile",
  title: t(($) => $.shell.commands.createProfile.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.createProfile.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: ({ navigate }) => navigate({ path: ["network", "profiles"], query: { profile: "new" } }),
};
