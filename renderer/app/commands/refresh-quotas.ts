import { t } from "#shared/texts/text.ts";
import { currentConnection } from "../../features/connections/connections-slice.ts";
import { fleet } from "../../lib/fleet.ts";
import type { Command } from "./command.ts";

export const refreshQuotas: Command = {
  id: "ask-quotas",
  title: t(($) => $.shell.commands.refreshQuotas.title),
  group: "fleet",
  keywords: t(($) => $.shell.commands.refreshQuotas.keywords),
  enabled: (state) =>
    currentConnection(state) !== undefined && state.networkOnline && state.quotaRefresh?.state !== "running",
  run: async (state) => {
    const connection = currentConnection(state)?.name;
    if (connection === undefined) return;
    state.navigate({ path: ["quotas"], query: {} });
    state.putQuotaRefresh(await fleet.quotas.refresh({ connection, kinds: ["data", "sms"] }));
    state.announce(t(($) => $.shell.commands.refreshQuotas.started));
  },
};
