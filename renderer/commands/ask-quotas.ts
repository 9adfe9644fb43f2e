import { currentConnection } from "../features/connections/connections-slice.ts";
import { fleet } from "../lib/fleet.ts";
import type { Command } from "./command.ts";

export const askQuotas: Command = {
  id: "ask-quotas",
  title: "Ask for all quotas",
  group: "Fleet",
  words: "read refresh data SMS volume",
  enabled: (state) =>
    currentConnection(state) !== undefined && state.networkOnline && state.quotaRefresh?.state !== "running",
  run: async (state) => {
    const connection = currentConnection(state)?.name;
    if (connection === undefined) return;
    state.go({ path: ["quotas"], query: {} });
    state.putQuotaRefresh(await fleet.quotas.refresh({ connection, kinds: ["data", "sms"] }));
    state.announce("The service is being asked for quotas.");
  },
};
