import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import { selectedEndpoints } from "../tables-slice.ts";
import type { Command } from "./command.ts";

export const changeQuotas: Command = {
  id: "change-quotas",
  title: t(($) => $.shell.commands.changeQuotas.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.changeQuotas.keywords),
  enabled: (state) => currentConnection(state) !== undefined,
  run: (state) => {
    const ids = selectedEndpoints(state.tables, currentConnection(state)?.name ?? "");
    // The selection of the endpoint list is the default target until another source is set.
    if (state.quotaSource === undefined && ids.length > 0) state.takeQuotaSource({ ids });
    state.navigate({ path: ["quotas", "new"], query: {} });
  },
};
