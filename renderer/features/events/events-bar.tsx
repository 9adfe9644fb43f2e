/** Selects the scope of the events, and offers refresh, follow and export. */
import { formatText, t } from "#shared/texts/text.ts";
import { Switch } from "@mantine/core";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton, useAction, useActionValue } from "../../app/actions/run-action.tsx";
import { followEvents, isLoadingEvents, refreshEvents, stopFollowing } from "./event-actions.ts";
import { ExportEvents } from "./export-events.tsx";
import { hasEventList } from "./events-queries.ts";
import { ScopeChoice } from "./scope-choice.tsx";

export function EventsBar(): ReactElement {
  const hasList = useActionValue(hasEventList);
  const isLoading = useActionValue(isLoadingEvents);
  const following = useFleetdesk((state) => state.eventsFollowing);
  const follow = useAction({ action: followEvents });
  const stop = useAction({ action: stopFollowing });
  return (
    <PageHead
      actions={
        <>
          {following && hasList ? <FollowBadge /> : undefined}
          <Switch
            checked={following}
            label={t(($) => $.events.follow)}
            onChange={following ? stop.run : follow.run}
            size="xs"
          />
          <ActionButton action={refreshEvents} loading={isLoading}>
            {t(($) => $.events.refresh)}
          </ActionButton>
          <ExportEvents />
        </>
      }
      title={t(($) => $.events.title)}
    >
      <ScopeChoice />
    </PageHead>
  );
}

/** Whether following works. */
function FollowBadge(): ReactElement | undefined {
  const followState = useFleetdesk((state) => state.eventsFollow);
  const online = useFleetdesk((state) => state.networkOnline);
  const now = useNow();
  const read = dataOf(followState)?.asOf;
  if (!online) {
    return (
      <StatusPill tone="waiting">
        {read === undefined
          ? t(($) => $.events.followState.waiting)
          : t(($) => $.events.followState.waitingAsOf, { time: formatTime(read, now) })}
      </StatusPill>
    );
  }
  if (followState.state === "failed") {
    return (
      <StatusPill title={formatText(followState.failure.text)} tone="bad">
        {t(($) => $.events.followState.notFollowing)}
      </StatusPill>
    );
  }
  const state = dataOf(followState);
  if (state === undefined) return undefined;
  const { state: word, message, asOf } = state;
  if (word === "polling") {
    return (
      <StatusPill tone="good">
        {asOf === undefined
          ? t(($) => $.events.followState.following)
          : t(($) => $.events.followState.followingAsOf, { time: formatTime(asOf, now) })}
      </StatusPill>
    );
  }
  return (
    <StatusPill
      tone={word === "failing" ? "waiting" : "bad"}
      title={message === undefined ? undefined : formatText(message)}
    >
      {word === "failing" ? t(($) => $.events.followState.retrying) : t(($) => $.events.followState.ended)}
    </StatusPill>
  );
}
