import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../features/connections/connections-slice.ts";
import type { Command } from "./command.ts";

export const changeQuotas: Command = {
  id: "change-quotas",
  title: t(($) => $.shell.commands.changeQuotas.title),
  group: "fleet",
  words: t(($) => $.shell.commands.changeQuotas.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: (state) => {
    const chosen = state.fleetLists[`endpoint ${currentConnection(state)?.name ?? ""}`]?.selection;
    // What is chosen in the list is what one means, until somebody else was named.
    if (state.quotaSource === undefined && chosen?.kind === "some" && chosen.ids.size > 0) {
      state.takeQuotaSource({ ids: [...chosen.ids] });
    }
    state.go({ path: ["quotas", "new"], query: {} });
  },
};
