/** Selects the scope of the events, and offers refresh, follow and export. */
import { formatText, t } from "#shared/texts/text.ts";
import { Switch, Menu, NativeSelect, Autocomplete } from "@mantine/core";
import { type ReactElement, useEffect, useRef } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { formatTime } from "#shared/format.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead } from "../../ui/page-frame/page.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton, useAction, useActionValue, ActionItem } from "../../app/actions/run-action.tsx";
import {
  followEvents,
  isLoadingEvents,
  refreshEvents,
  stopFollowing,
  exportEventsCsv,
  exportEventsLines,
} from "./event-actions.ts";
import { hasEventList, scopeError } from "./events-queries.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import type { EventScope } from "#shared/contract/events/event-schemas.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import classes from "./events.module.css";
import { readScope, scopeLabels } from "./events-request.ts";
import { type Owner, useOwner, resolveOwnerId, useOwnerSuggestions } from "./use-owners.ts";
import { useInputDraft } from "../../ui/use-input-draft.ts";

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

function ExportEvents(): ReactElement {
  return (
    <ExportMenu action={exportEventsCsv}>
      <Menu.Label>{t(($) => $.events.exportMatching)}</Menu.Label>
      <ActionItem action={exportEventsCsv}>{t(($) => $.events.exportCsv)}</ActionItem>
      <ActionItem action={exportEventsLines}>{t(($) => $.events.exportJsonLines)}</ActionItem>
    </ExportMenu>
  );
}

type Of = EventScope["of"];

function ScopeChoice(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const isRejected = useActionValue(scopeError) !== undefined;
  const scope = readScope(query);
  const of: Of = scope?.of ?? ((query["of"] ?? "all") as Of);
  const owner = scope === undefined || scope.of === "all" ? undefined : scope;
  return (
    <div className={`controls ${classes["scope"]}`}>
      <NativeSelect
        aria-label={t(($) => $.events.scope)}
        data={Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          setQuery({
            of: value === "all" ? undefined : value,
            id: undefined,
            event: undefined,
            open: undefined,
            tab: undefined,
          })
        }
        size="xs"
        value={of}
      />
      {of === "all" ? undefined : <OwnerField id={owner?.id ?? ""} key={of} of={of} />}
      {owner === undefined || isRejected ? undefined : <OwnerLink owner={owner} />}
    </div>
  );
}

/** The selected record, by name if the cache has one. */
function OwnerLink({ owner: { of, id } }: { readonly owner: Owner }): ReactElement {
  const address = useFleetdesk((state) => state.address);
  const cachedOwner = useOwner({ of, id });
  const name = cachedOwner === "missing" ? undefined : cachedOwner?.name;
  return (
    <>
      <RecordLink data={name !== undefined} from={address} to={{ collection: of, id }}>
        {name ?? t(($) => $.events.owner.open[of], { id })}
      </RecordLink>
      {cachedOwner === "missing" ? <span className="muted">{t(($) => $.events.owner.notCached)}</span> : undefined}
    </>
  );
}

const hints: Readonly<Record<Owner["of"], string>> = {
  endpoint: t(($) => $.events.owner.endpointHelp),
  sim: t(($) => $.events.owner.simHelp),
  organisation: t(($) => $.events.owner.nameOrId),
  user: t(($) => $.events.owner.nameOrId),
};

interface OwnerFieldProps {
  readonly of: Owner["of"];
  /** As in the address. */
  readonly id: string;
}

function OwnerField({ of, id }: OwnerFieldProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const error = useActionValue(scopeError);
  const [input, type] = useInputDraft(id);
  const matches = useOwnerSuggestions(of, input);
  // A record that is already selected needs no suggestions.
  const offered = input === id && id !== "" && error === undefined ? [] : matches;
  const lookup = useRef<AbortController>(undefined);
  useEffect(() => () => lookup.current?.abort(), []);
  const put = (next: string): void => {
    if (next === id) type(next);
    else setQuery({ id: next === "" ? undefined : next, event: undefined, open: undefined, tab: undefined });
  };
  const take = async (text: string): Promise<void> => {
    lookup.current?.abort();
    if (text.trim() === id) return;
    const mine = new AbortController();
    lookup.current = mine;
    const ownerId = await resolveOwnerId(of, text, mine.signal).catch(() => undefined); // aborted: the input changed
    if (ownerId !== undefined && !mine.signal.aborted) put(ownerId);
  };
  return (
    <Autocomplete
      aria-label={t(($) => $.events.owner.label[of])}
      className={classes["id"] ?? ""}
      comboboxProps={{ width: 340, position: "bottom-start" }}
      data={offered.map((one) => one.id)}
      error={error}
      // The matches are already filtered.
      filter={({ options }) => options}
      onBlur={() => void take(input)}
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === "Enter") void take(input);
      }}
      onOptionSubmit={(optionId) => {
        lookup.current?.abort();
        put(optionId);
      }}
      placeholder={hints[of]}
      renderOption={({ option }) => (
        <span>
          {offered.find((one) => one.id === option.value)?.name} <span className="mono muted">{option.value}</span>
        </span>
      )}
      value={input}
    />
  );
}
