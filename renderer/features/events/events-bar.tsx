/** Selects the scope of the events, and offers refresh, follow and export. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Switch } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page-head.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ExportEvents } from "./export-events.tsx";
import { hasEventList } from "./scope-error.ts";
import { ScopeChoice } from "./scope-choice.tsx";

export function EventsBar(): ReactElement {
  const hasList = useFleetdesk(hasEventList);
  const reading = useFleetdesk((state) => state.eventsReading.state === "loading");
  const read = useFleetdesk((state) => state.readEvents);
  const online = useFleetdesk((state) => state.networkOnline);
  const following = useFleetdesk((state) => state.eventsFollowing);
  const follow = useFleetdesk((state) => state.setEventsFollowing);
  return (
    <PageHead
      actions={
        <>
          {following && hasList ? <FollowBadge /> : undefined}
          <Switch
            checked={following}
            label={t(($) => $.events.follow)}
            onChange={({ currentTarget }) => follow(currentTarget.checked)}
            size="xs"
          />
          <Button
            disabled={!hasList || !online}
            leftSection={<IconRefresh size={14} stroke={1.6} />}
            loading={reading}
            onClick={() => void read("newest")}
          >
            {t(($) => $.events.refresh)}
          </Button>
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
