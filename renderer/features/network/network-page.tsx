/** DNS configurations and the service profiles that use them; data streams and the API callbacks that they deliver to. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, type ReactNode, useEffect } from "react";
import type { DnsConfiguration, DnsList } from "#shared/contract/network/dns.ts";
import type { Profile } from "#shared/contract/network/profiles.ts";
import type { Callback, Stream } from "#shared/contract/network/stream-schemas.ts";
import type { AppAction } from "../../app/actions/action.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { ResourcePage, type ResourceRows } from "../../app/resource-page.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import type { Status } from "../../lib/records.ts";
import type { ListStateProps } from "../../ui/list-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Page } from "../../ui/page-frame/page.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { DnsDetail, DnsForm } from "./dns.tsx";
import { type NetworkKind, refreshNetwork } from "./network-actions.ts";
import {
  addressesOf,
  callbackLabel,
  dataSourceText,
  dnsLabel,
  profileTitle,
  withCallbackSent,
  withDnsSent,
  withProfileSent,
} from "./network-labels.ts";
import { type NetworkList, refreshLists, useNetworkList } from "./network-lists.ts";
import { ProfileDetail } from "./profile-detail.tsx";
import { ProfileForm } from "./profile-forms.tsx";
import { SentRequests } from "./sent-requests.tsx";
import { CallbackDetail, CallbackForm } from "./streams/callback.tsx";
import { refreshStreams } from "./streams/stream-actions.ts";
import { StreamDetailView } from "./streams/stream-detail.tsx";
import { StreamForm, useStreamDraft } from "./streams/stream-form.tsx";
import { callbackStatus, idText, streamSourceText, streamStatus } from "./streams/stream-labels.ts";
import classes from "./network.module.css";

interface Section {
  readonly title: string;
  readonly at: string;
  readonly list: NetworkList;
  readonly part: () => ReactElement;
}

interface SectionsProps {
  readonly title: string;
  readonly refresh: AppAction;
  readonly sections: readonly [Section, Section];
}

/** Reloads both lists when the page is opened, from the service if they were never loaded. */
function Sections({ title, refresh, sections }: SectionsProps): ReactElement {
  const path = useFleetdesk((state) => `/${state.address.path.slice(0, 2).join("/")}`);
  const [first, second] = sections;
  useOpenList(first.list);
  useOpenList(second.list);
  const busy = [useNetworkList(first.list), useNetworkList(second.list)].some(({ state }) => state === "loading");
  const { at: current, part: Part } = path === second.at ? second : first;
  return (
    <Page label={title}>
      <PageHead
        actions={<ActionButton action={refresh} loading={busy} />}
        tabs={sections.map(({ title: tab, at }) => ({ title: tab, at, current: at === current }))}
        title={title}
      />
      <Part />
    </Page>
  );
}

function useOpenList(list: NetworkList): void {
  const data = dataOf(useFleetQuery(list, {}, { reloadOnOpen: true }));
  const neverLoaded = data !== undefined && ("list" in data ? data.list : data).state === "never";
  useEffect(() => {
    if (neverLoaded) void refreshLists(list);
  }, [list, neverLoaded]);
}

export function NetworkPage(): ReactElement {
  return (
    <Sections
      refresh={refreshNetwork}
      sections={[
        { title: t(($) => $.network.page.dns), at: "/network", list: "dns.list", part: DnsPart },
        {
          title: t(($) => $.network.page.profiles),
          at: "/network/profiles",
          list: "profiles.list",
          part: ProfilesPart,
        },
      ]}
      title={t(($) => $.network.page.title)}
    />
  );
}

export function StreamsPage(): ReactElement {
  return (
    <Sections
      refresh={refreshStreams}
      sections={[
        { title: t(($) => $.network.streams.page.streams), at: "/streams", list: "streams.list", part: StreamsPart },
        {
          title: t(($) => $.network.streams.page.callbacks),
          at: "/streams/callbacks",
          list: "streams.callbacks",
          part: CallbacksPart,
        },
      ]}
      title={t(($) => $.network.streams.page.title)}
    />
  );
}

/** A kind of record: what its list shows, copies and is filtered by, and its detail and form. */
interface PartProps<Item> extends Pick<ResourceRows<Item>, "columns" | "filterBy" | "nameOf"> {
  readonly kind: NetworkKind;
  readonly request: AsyncState<unknown>;
  readonly list: ListStateProps["list"];
  readonly items: readonly Item[];
  /** The id for the address, and others that name the item as well. */
  readonly idsOf: (item: Item) => readonly (string | undefined)[];
  readonly texts: Readonly<Record<"new" | "noList" | "select", string>>;
  readonly empty: ReactNode;
  readonly notes?: ReactNode;
  readonly form: ReactNode;
  readonly renderDetail: (item: Item | undefined, id: string) => ReactNode;
  /** Of an item: its status, and the lines of its list entry. */
  readonly statusOf?: (item: Item) => Status;
  readonly children: (item: Item) => { readonly title: ReactNode; readonly lines?: ReactNode; readonly about: string };
}

function Part<Item>(props: PartProps<Item>): ReactElement {
  const { kind, texts, items, statusOf, children, columns, filterBy, nameOf, ...rest } = props;
  const connection = useConnection()?.name ?? "";
  return (
    <ResourcePage
      {...rest}
      columns="minmax(320px, 2fr) minmax(0, 3fr)"
      groups={[{ items }]}
      instead={texts.noList}
      newTitle={texts.new}
      param={kind}
      prompt={texts.select}
      rows={{
        columns,
        filterBy,
        nameOf,
        target: (item) => ({ kind, connection, [kind]: item }),
      }}
    >
      {(item) => {
        const { title, lines, about } = children(item);
        const status = statusOf?.(item);
        return (
          <>
            <span className={classes["choice"]}>
              {title}
              {status === undefined ? undefined : <StatusPill tone={status.tone}>{status.text}</StatusPill>}
            </span>
            {lines}
            <span className="muted">{about}</span>
          </>
        );
      }}
    </ResourcePage>
  );
}

const unknown = t(($) => $.common.unknown);

function DnsPart(): ReactElement {
  const request = useNetworkList("dns.list");
  const list = dataOf(request);
  return (
    <Part<DnsConfiguration>
      columns={[
        [t(($) => $.network.dns.id), ({ id }) => id],
        [t(($) => $.network.dns.primary), ({ primary }) => primary ?? unknown],
        [t(($) => $.network.dns.secondary), ({ secondary }) => secondary ?? unknown],
        [t(($) => $.network.dns.ipVersion), ({ version }) => String(version ?? unknown)],
        [t(($) => $.network.dns.usedBy), ({ users }) => users.map(profileTitle).join(", ")],
      ]}
      empty={
        list?.state === "read" && list.gap === undefined ? (
          <Notice title={t(($) => $.network.dns.emptyTitle)}>{t(($) => $.network.dns.empty)}</Notice>
        ) : undefined
      }
      filterBy={addressesOf}
      form={<DnsForm />}
      idsOf={({ id }) => [id]}
      items={list?.items ?? []}
      kind="dns"
      list={list}
      nameOf={addressesOf}
      notes={<SentRequests resolved={list?.resolved.map(withDnsSent)} unresolved={list?.unresolved.map(withDnsSent)} />}
      renderDetail={(item, dns) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <DnsDetail item={item} key={item.id} list={list} />;
        return (
          <p className="muted">
            {list.state === "read"
              ? t(($) => $.network.dns.deleted, { dns })
              : t(($) => $.network.dns.unknownId, { dns })}
          </p>
        );
      }}
      request={request}
      texts={{
        new: t(($) => $.network.dns.new),
        noList: t(($) => $.network.dns.noList),
        select: t(($) => $.network.dns.select),
      }}
    >
      {(item) => ({
        title: <b className="mono">{addressesOf(item)}</b>,
        about: list === undefined ? item.id : usageText(item, list),
      })}
    </Part>
  );
}

/** "4 · used by at least 2 profiles". */
function usageText(
  { id: dns, users }: DnsConfiguration,
  { unknownProfiles, hasAllProfiles: allProfilesLoaded }: DnsList,
): string {
  const more = unknownProfiles > 0 || !allProfilesLoaded;
  if (users.length === 0)
    return more ? t(($) => $.network.dns.usageUnknown, { dns }) : t(($) => $.network.dns.unused, { dns });
  const count = users.length;
  return more ? t(($) => $.network.dns.usedAtLeast, { dns, count }) : t(($) => $.network.dns.used, { dns, count });
}

function ProfilesPart(): ReactElement {
  const request = useNetworkList("profiles.list");
  const configurations = dataOf(useNetworkList("dns.list"))?.items ?? [];
  const list = dataOf(request);
  const dnsText = ({ dns }: Profile): string => dnsLabel(dns.assignment, configurations);
  return (
    <Part<Profile>
      columns={[
        [t(($) => $.network.profile.id), ({ id }) => id],
        [t(($) => $.common.name), profileTitle],
        [t(($) => $.network.profile.description), ({ description }) => description ?? ""],
        [t(($) => $.network.profile.usedBy), ({ endpoints }) => formatText(endpoints.sentence)],
        [t(($) => $.network.dns.title), dnsText],
        [t(($) => $.network.callback.title), ({ callback }) => callbackLabel(callback.assignment)],
        [t(($) => $.network.profile.source), sourcesText],
      ]}
      empty={
        list === undefined || request.state !== "ready" ? undefined : (
          <Notice title={t(($) => $.network.profile.emptyTitle)}>
            {list.cache.state === "never"
              ? t(($) => $.network.profile.emptyNotSynced)
              : t(($) => $.network.profile.empty)}
          </Notice>
        )
      }
      filterBy={dnsText}
      form={<ProfileForm />}
      idsOf={({ id }) => [id]}
      items={list?.items ?? []}
      kind="profile"
      list={list?.list}
      nameOf={profileTitle}
      notes={
        <SentRequests
          resolved={list?.resolved.map(withProfileSent)}
          unresolved={list?.unresolved.map(withProfileSent)}
        />
      }
      renderDetail={(_item, id) => <ProfileDetail id={id} key={id} />}
      request={request}
      texts={{
        new: t(($) => $.network.profile.new),
        noList: t(($) => $.network.profile.noList),
        select: t(($) => $.network.profile.select),
      }}
    >
      {(item) => ({
        title: <b translate={item.name === undefined ? undefined : "no"}>{profileTitle(item)}</b>,
        // "3 · 120 endpoints · from the service".
        about: [item.id, formatText(item.endpoints.sentence), sourcesText(item)]
          .filter((part) => part !== "")
          .join(" · "),
      })}
    </Part>
  );
}

function sourcesText({ sources: [first] }: Profile): string {
  return first === undefined ? "" : dataSourceText(first.from);
}

interface LocalList {
  readonly list: { readonly state: string; readonly gap?: unknown } | undefined;
  /** Of a list that the service has, and of one without it. */
  readonly titles: readonly [string, string];
  readonly help: string;
  readonly localHelp?: string;
}

function NothingListed({ list, titles, help, localHelp }: LocalList): ReactElement | undefined {
  if (list === undefined) return undefined;
  const [title, localTitle] = titles;
  return list.state === "read" && list.gap === undefined ? (
    <Notice title={title}>{help}</Notice>
  ) : (
    <Notice title={localTitle}>{localHelp}</Notice>
  );
}

function StreamsPart(): ReactElement {
  const request = useNetworkList("streams.list");
  const { hasDraft } = useStreamDraft();
  const list = dataOf(request);
  return (
    <Part<Stream>
      columns={[
        [t(($) => $.network.streams.detail.id), idText],
        [t(($) => $.network.streams.destination.label), ({ destinationText }) => destinationText ?? unknown],
        [t(($) => $.network.streams.detail.target), ({ target }) => target ?? unknown],
        [t(($) => $.network.streams.content.label), ({ contentText }) => contentText ?? unknown],
        [t(($) => $.network.streams.detail.callback), ({ callback }) => callback ?? ""],
        [t(($) => $.common.status), (item) => streamStatus(item).text],
        [t(($) => $.network.profile.source), ({ source }) => streamSourceText(source)],
      ]}
      empty={
        <NothingListed
          help={t(($) => $.network.streams.list.empty)}
          list={list}
          localHelp={t(($) => $.network.streams.list.emptyLocal)}
          titles={[t(($) => $.network.streams.list.emptyTitle), t(($) => $.network.streams.list.emptyLocalTitle)]}
        />
      }
      filterBy={({ destinationText }) => destinationText ?? unknown}
      form={<StreamForm />}
      idsOf={({ key, id }) => [key, id]}
      items={list?.items ?? []}
      kind="stream"
      list={list}
      nameOf={(item) => item.target ?? idText(item)}
      renderDetail={(item) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <StreamDetailView item={item} key={item.key} />;
        return <p className="muted">{t(($) => $.network.streams.list.deleted)}</p>;
      }}
      request={request}
      statusOf={streamStatus}
      texts={{
        new: hasDraft ? t(($) => $.network.streams.list.continueDraft) : t(($) => $.network.streams.list.new),
        noList: t(($) => $.network.streams.list.noList),
        select: t(($) => $.network.streams.list.select),
      }}
    >
      {(item) => ({
        title: <b>{item.destinationText ?? t(($) => $.network.streams.destination.unknown)}</b>,
        lines: (
          <>
            <span className={`mono ${classes["text"]}`}>
              {item.target ?? t(($) => $.network.streams.list.targetUnknown)}
            </span>
            <span>{item.contentText ?? t(($) => $.network.streams.content.unknown)}</span>
          </>
        ),
        about: `${idText(item)} · ${streamSourceText(item.source)}`,
      })}
    </Part>
  );
}

function CallbacksPart(): ReactElement {
  const request = useNetworkList("streams.callbacks");
  const list = dataOf(request);
  return (
    <Part<Callback>
      columns={[
        [t(($) => $.network.streams.detail.id), idText],
        [t(($) => $.network.streams.callbacks.url), ({ url }) => url ?? unknown],
        [t(($) => $.network.streams.callbacks.purpose), ({ purpose }) => purpose ?? unknown],
        [t(($) => $.network.streams.page.streams), ({ streams }) => streams.join(", ")],
        [t(($) => $.common.status), (item) => callbackStatus(item).text],
        [t(($) => $.network.profile.source), ({ source }) => streamSourceText(source)],
      ]}
      empty={
        <NothingListed
          help={t(($) => $.network.streams.callbacks.empty)}
          list={list}
          titles={[
            t(($) => $.network.streams.callbacks.emptyTitle),
            t(($) => $.network.streams.callbacks.emptyLocalTitle),
          ]}
        />
      }
      filterBy={({ purpose }) => purpose ?? unknown}
      form={<CallbackForm />}
      idsOf={({ id, key }) => [id ?? key, key]}
      items={list?.items ?? []}
      kind="callback"
      list={list}
      nameOf={(item) => item.url ?? idText(item)}
      notes={
        <SentRequests
          resolved={list?.resolved.map(withCallbackSent)}
          unresolved={list?.unresolved.map(withCallbackSent)}
        />
      }
      renderDetail={(item, callback) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <CallbackDetail item={item} key={item.key} />;
        return <p className="muted">{t(($) => $.network.streams.callbacks.unknownId, { callback })}</p>;
      }}
      request={request}
      statusOf={callbackStatus}
      texts={{
        new: t(($) => $.network.streams.callbacks.new),
        noList: t(($) => $.network.streams.callbacks.noList),
        select: t(($) => $.network.streams.callbacks.select),
      }}
    >
      {(item) => ({
        title: <b className="mono">{item.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}</b>,
        lines: (
          <>
            <span translate={item.purpose === undefined ? undefined : "no"}>
              {item.purpose ?? t(($) => $.network.streams.callbacks.purposeUnknown)}
            </span>
            <span>
              {item.streams.length === 0
                ? t(($) => $.network.streams.callbacks.notUsed)
                : t(($) => $.network.streams.callbacks.usedByStreams, { count: item.streams.length })}
            </span>
          </>
        ),
        about: `${idText(item)} · ${streamSourceText(item.source)}`,
      })}
    </Part>
  );
}
