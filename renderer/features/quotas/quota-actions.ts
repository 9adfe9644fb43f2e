/** Actions on quotas from every page: refresh many, change many. Part of the first bundle, so without the texts of quotas. */
import { t } from "#shared/texts/text.ts";
import { IconRefresh } from "@tabler/icons-react";
import type { Action, AppAction } from "../../app/actions/action.ts";
import { withoutConnection } from "../../app/actions/navigation.ts";
import type { State } from "../../app/store/store.ts";
import { selectedEndpoints } from "../../app/tables-slice.ts";
import { cachedData, isOutdated, setCachedData } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { currentConnection } from "../../data/connection.ts";

type RefreshRequest = Parameters<typeof fleet.quotas.refresh>[0];

export interface QuotaRefreshTarget extends Omit<RefreshRequest, "connection" | "source"> {
  readonly connection: string;
  /** Loads the ids of the endpoints; without it, all that have a quota. */
  readonly ids?: () => Promise<readonly string[]>;
}

function refreshUnavailable(state: State): string | undefined {
  if (!state.networkOnline) return t(($) => $.shell.unavailable.offline);
  const input = { connection: currentConnection()?.name };
  const refresh = cachedData("quotas.refreshState", input)?.refresh;
  const running = refresh?.state === "running" && !isOutdated("quotas.refreshState", input);
  return running ? t(($) => $.shell.unavailable.quotasRefreshing) : undefined;
}

export const refreshQuotas: Action<QuotaRefreshTarget> = {
  id: "refresh-quotas",
  title: t(($) => $.shell.commands.refreshQuotas.title),
  icon: IconRefresh,
  disabledReason: (_target, state) => refreshUnavailable(state),
  run: async ({ ids, ...request }, { announce }) => {
    const source = ids === undefined ? undefined : { ids: [...(await ids())] };
    const refresh = await fleet.quotas.refresh({ ...request, source });
    setCachedData("quotas.refreshState", { connection: request.connection }, { refresh });
    announce(t(($) => $.shell.commands.refreshQuotas.started));
  },
};

export const quotaAppActions: readonly AppAction[] = [
  {
    id: "change-quotas",
    changesNothing: true,
    title: t(($) => $.shell.commands.changeQuotas.title),
    group: "fleet",
    keywords: t(($) => $.shell.commands.changeQuotas.keywords),
    disabledReason: withoutConnection,
    run: (state) => {
      const ids = selectedEndpoints(state.tables, currentConnection()?.name ?? "");
      // The selection of the endpoint list is the default target until another source is set.
      if (state.quotaSource === undefined && ids.length > 0) state.takeQuotaSource({ ids });
      state.navigate({ path: ["quotas", "new"], query: {} });
    },
  },
  {
    id: "ask-quotas",
    title: t(($) => $.shell.commands.refreshQuotas.title),
    group: "fleet",
    keywords: t(($) => $.shell.commands.refreshQuotas.keywords),
    scope: () => refreshQuotas.id,
    disabledReason: (state) => withoutConnection() ?? refreshUnavailable(state),
    run: async (state, _state, input) => {
      const connection = currentConnection()?.name;
      if (connection === undefined) return;
      state.navigate({ path: ["quotas"], query: {} });
      await refreshQuotas.run({ connection, kinds: ["data", "sms"] }, state, input);
    },
  },
];
