/** Actions on the open event list: refresh, follow, export. */
import { t } from "#shared/texts/text.ts";
import { IconRefresh } from "@tabler/icons-react";
import { showExported } from "../../app/actions/show-exported.ts";
import type { AppAction } from "../../app/actions/action.ts";
import type { State } from "../../app/store/store.ts";
import { fleet } from "../../lib/fleet.ts";
import { coverageText } from "./events-request.ts";
import { hasEventList } from "./scope-error.ts";

function withoutList(state: State): string | undefined {
  return state.address.path[0] === "events" && hasEventList(state) ? undefined : t(($) => $.shell.unavailable.noEvents);
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
    (state.eventsReading.state === "loading" ? t(($) => $.shell.unavailable.eventsLoading) : undefined),
  run: async ({ readEvents }) => await readEvents("newest"),
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
      const { eventsRequest } = state;
      if (eventsRequest === undefined) return;
      const result = await fleet.events.exportAs({ ...eventsRequest, format });
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
