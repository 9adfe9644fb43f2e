/** Data streams: the list, one stream, and a new one. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import type { StreamList } from "#shared/contract/network/streams.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useNetworkList } from "../use-network-lists.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { FailureNotice, Notice } from "../../../ui/notice.tsx";
import { ListState } from "../../../ui/list-state.tsx";
import { ChoiceList } from "../../../ui/page-frame/choice-list.tsx";
import { MasterDetail } from "../../../ui/page-frame/master-detail.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { StreamDetailView } from "./stream-detail.tsx";
import { StreamForm } from "./stream-form.tsx";
import { useStreamDraft } from "./use-stream-draft.ts";
import classes from "./streams.module.css";
import { idText, streamSourceText, streamStatus } from "./stream-labels.ts";

export function StreamsPart(): ReactElement {
  const listState = useNetworkList("streams.list");
  const selected = useFleetdesk((state) => state.address.query["stream"]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { hasDraft: isStarted } = useStreamDraft();
  const list = dataOf(listState);
  return (
    <MasterDetail
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      actions={
        <Button onClick={() => setQuery({ stream: "new" })} variant="filled">
          {isStarted ? t(($) => $.network.streams.list.continueDraft) : t(($) => $.network.streams.list.new)}
        </Button>
      }
      side={<Side selected={selected} list={list} />}
    >
      {listState.state === "failed" && list === undefined ? (
        <FailureNotice failure={listState.failure} />
      ) : (
        <ListState instead={t(($) => $.network.streams.list.noList)} list={list} request={listState} />
      )}
      {list === undefined ? undefined : list.items.length === 0 ? (
        <Nothing list={list} />
      ) : (
        <ChoiceList
          isSelected={({ key }) => key === selected}
          items={list.items}
          keyOf={({ key }) => key}
          onChoose={({ key }) => setQuery({ stream: key, step: undefined })}
        >
          {(item) => <StreamChoice item={item} />}
        </ChoiceList>
      )}
    </MasterDetail>
  );
}

function StreamChoice({ item }: { readonly item: Stream }): ReactElement {
  const { tone, text } = streamStatus(item);
  return (
    <>
      <span className={classes["choice"]}>
        <b>{item.destinationText ?? t(($) => $.network.streams.destination.unknown)}</b>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      <span className={`mono ${classes["text"]}`}>{item.target ?? t(($) => $.network.streams.list.targetUnknown)}</span>
      {item.contentText === undefined ? (
        <StatusPill tone="unknown">{t(($) => $.network.streams.content.unknown)}</StatusPill>
      ) : (
        <span>{item.contentText}</span>
      )}
      <span className="muted">{`${idText(item)} · ${streamSourceText(item.source)}`}</span>
    </>
  );
}

function Side({
  selected,
  list,
}: {
  readonly selected: string | undefined;
  readonly list: StreamList | undefined;
}): ReactElement {
  if (selected === "new") return <StreamForm />;
  const item = list?.items.find(({ key, id }) => key === selected || id === selected);
  if (item !== undefined) return <StreamDetailView item={item} key={item.key} />;
  return (
    <p className="muted">
      {selected === undefined || list === undefined
        ? t(($) => $.network.streams.list.select)
        : t(($) => $.network.streams.list.deleted)}
    </p>
  );
}

function Nothing({ list }: { readonly list: StreamList }): ReactElement {
  return list.state === "read" && list.gap === undefined ? (
    <Notice title={t(($) => $.network.streams.list.emptyTitle)}>{t(($) => $.network.streams.list.empty)}</Notice>
  ) : (
    <Notice title={t(($) => $.network.streams.list.emptyLocalTitle)}>
      {t(($) => $.network.streams.list.emptyLocal)}
    </Notice>
  );
}
