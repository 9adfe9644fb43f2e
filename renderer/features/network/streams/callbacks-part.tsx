/** API callbacks: the list, one callback, and a new one. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList } from "#shared/contract/network/streams.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useNetworkList } from "../use-network-lists.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListState } from "../../../ui/list-state.tsx";
import { ChoiceList } from "../../../ui/page-frame/choice-list.tsx";
import { MasterDetail } from "../../../ui/page-frame/master-detail.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import { CallbackForm } from "./callback-form.tsx";
import classes from "./streams.module.css";
import { callbackStatus, idText, streamSourceText } from "./stream-labels.ts";

export function CallbacksPart(): ReactElement {
  const listState = useNetworkList("streams.callbacks");
  const selected = useFleetdesk((state) => state.address.query["callback"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const list = dataOf(listState);
  return (
    <MasterDetail
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      actions={
        <Button onClick={() => setQuery({ callback: "new" })} variant="filled">
          {t(($) => $.network.streams.callbacks.new)}
        </Button>
      }
      side={<Side selected={selected} list={list} />}
    >
      {listState.state === "failed" && list === undefined ? (
        <FailureNotice failure={listState.failure} />
      ) : (
        <ListState instead={t(($) => $.network.streams.callbacks.noList)} list={list} request={listState} />
      )}
      {list === undefined ? undefined : <Callbacks selected={selected} list={list} />}
    </MasterDetail>
  );
}

interface SideProps {
  readonly selected: string | undefined;
  readonly list: CallbackList | undefined;
}

/** By id, or by key if the id is unknown. */
function Side({ selected, list }: SideProps): ReactElement {
  if (selected === "new") return <CallbackForm />;
  const item = list?.items.find(({ id, key }) => id === selected || key === selected);
  if (item !== undefined) return <CallbackDetail item={item} key={item.key} />;
  return (
    <p className="muted">
      {selected === undefined || list === undefined
        ? t(($) => $.network.streams.callbacks.select)
        : t(($) => $.network.streams.callbacks.unknownId, { callback: selected })}
    </p>
  );
}

function Callbacks({
  selected,
  list,
}: {
  readonly selected: string | undefined;
  readonly list: CallbackList;
}): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  if (list.items.length === 0) {
    return list.state === "read" && list.gap === undefined ? (
      <Notice title={t(($) => $.network.streams.callbacks.emptyTitle)}>
        {t(($) => $.network.streams.callbacks.empty)}
      </Notice>
    ) : (
      <Notice title={t(($) => $.network.streams.callbacks.emptyLocalTitle)} />
    );
  }
  return (
    <ChoiceList
      isSelected={({ id, key }) => key === selected || (id !== undefined && id === selected)}
      items={list.items}
      keyOf={({ key }) => key}
      onChoose={({ id, key }) => setQuery({ callback: id ?? key })}
    >
      {(item) => <CallbackChoice item={item} />}
    </ChoiceList>
  );
}

function CallbackChoice({ item }: { readonly item: Callback }): ReactElement {
  const { tone, text } = callbackStatus(item);
  return (
    <>
      <span className={classes["choice"]}>
        <b className="mono">{item.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}</b>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      {item.purpose === undefined ? (
        <span>{t(($) => $.network.streams.callbacks.purposeUnknown)}</span>
      ) : (
        <span translate="no">{item.purpose}</span>
      )}
      <span>
        {item.streams.length === 0
          ? t(($) => $.network.streams.callbacks.notUsed)
          : t(($) => $.network.streams.callbacks.usedByStreams, { count: item.streams.length })}
      </span>
      <span className="muted">{`${idText(item)} · ${streamSourceText(item.source)}`}</span>
    </>
  );
}
