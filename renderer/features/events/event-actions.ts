/** Actions on the open event list: refresh, follow, export. */
import { t } from "#shared/texts/text.ts";
import { IconRefresh } from "@tabler/icons-react";
import { showExported } from "../../app/actions/show-exported.ts";
import type { AppAction } from "../../app/actions/action.ts";
import type { State } from "../../app/store/store.ts";
import { isRequested } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { hasEventList, loadEvents, loadKey, presentRequest } from "./events-queries.ts";
import { coverageText, readScope } from "./events-request.ts";

function withoutList(state: State): string | undefined {
  return hasEventList(state) ? undefined : t(($) => $.shell.unavailable.noEvents);
}

export function isLoadingEvents({ address: { query } }: State): boolean {
  const scope = readScope(query);
  return scope !== undefined && isRequested("events.load", loadKey(scope));
}

export const refreshEvents: AppAction = {
  id: "read-newest-events",
  title: t(($) => $.shell.commands.refreshEvents.title),
  icon: IconRefresh,
  group: "events",
  keywords: t(($) => $.shell.commands.refreshEvents.keywords),
  disabledReason: (state) =>
    withoutList(state) ??
    (state.networkOnline ? undefined : t(($) => $.shell.unavailable.offline)) ??
    (isLoadingEvents(state) ? t(($) => $.shell.unavailable.eventsLoading) : undefined),
  run: async (state) => {
    const request = presentRequest(state.address.query);
    if (request !== undefined) await loadEvents("newest", request, undefined);
  },
};

export const followEvents: AppAction = {
  id: "follow-events",
  title: t(($) => $.shell.commands.followEvents.title),
  group: "events",
  keywords: t(($) => $.shell.commands.followEvents.keywords),
  disabledReason: (state) =>
    withoutList(state) ?? (state.eventsFollowing ? t(($) => $.shell.unavailable.following) : undefined),
  run: ({ setEventsFollowing }) => setEventsFollowing(true),
};

export const stopFollowing: AppAction = {
  id: "stop-following",
  changesNothing: true,
  title: t(($) => $.shell.commands.stopFollowingEvents.title),
  group: "events",
  keywords: t(($) => $.shell.commands.stopFollowingEvents.keywords),
  disabledReason: ({ address, eventsFollowing }) =>
    address.path[0] === "events" && eventsFollowing ? undefined : t(($) => $.shell.unavailable.notFollowing),
  run: ({ setEventsFollowing }) => setEventsFollowing(false),
};

function exportAs(format: "csv" | "jsonl", id: string, title: string): AppAction {
  return {
    id,
    changesNothing: true,
    title,
    group: "events",
    keywords: t(($) => $.shell.commands.exportEvents.keywords),
    scope: () => "export-events",
    disabledReason: withoutList,
    run: async (state) => {
      const request = presentRequest(state.address.query);
      if (request === undefined) return;
      const result = await fleet.events.exportAs({ ...request, format });
      const title = t(($) => $.shell.commands.exportEvents.exported, { count: result.rows });
      showExported(state, result, title, { details: [coverageText(result.coverage, Date.now())] });
    },
  };
}

export const exportEventsCsv = exportAs(
  "csv",
  "export-events-csv",
  t(($) => $.shell.commands.exportEvents.csvTitle),
);
export const exportEventsLines = exportAs(
  "jsonl",
  "export-events-lines",
  t(($) => $.shell.commands.exportEvents.jsonLinesTitle),
);
