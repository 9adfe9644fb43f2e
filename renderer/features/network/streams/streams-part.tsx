/** Data streams: the list, one stream, and a new one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import type { StreamList } from "#shared/contract/network/streams.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useNetworkList } from "../use-network-lists.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ResourcePage } from "../../../app/resource-page.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { StreamDetailView } from "./stream-detail.tsx";
import { StreamForm } from "./stream-form.tsx";
import { useStreamDraft } from "./use-stream-draft.ts";
import classes from "./streams.module.css";
import { idText, streamSourceText, streamStatus } from "./stream-labels.ts";

export function StreamsPart(): ReactElement {
  const request = useNetworkList("streams.list");
  const { hasDraft: isStarted } = useStreamDraft();
  const list = dataOf(request);
  return (
    <ResourcePage
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      renderDetail={(item) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <StreamDetailView item={item} key={item.key} />;
        return <p className="muted">{t(($) => $.network.streams.list.deleted)}</p>;
      }}
      empty={list === undefined ? undefined : <Nothing list={list} />}
      form={<StreamForm />}
      groups={[{ items: list?.items ?? [] }]}
      idsOf={({ key, id }) => [key, id]}
      instead={t(($) => $.network.streams.list.noList)}
      list={list}
      newTitle={isStarted ? t(($) => $.network.streams.list.continueDraft) : t(($) => $.network.streams.list.new)}
      param="stream"
      prompt={t(($) => $.network.streams.list.select)}
      request={request}
    >
      {(item) => <StreamChoice item={item} />}
    </ResourcePage>
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

function Nothing({ list }: { readonly list: StreamList }): ReactElement {
  return list.state === "read" && list.gap === undefined ? (
    <Notice title={t(($) => $.network.streams.list.emptyTitle)}>{t(($) => $.network.streams.list.empty)}</Notice>
  ) : (
    <Notice title={t(($) => $.network.streams.list.emptyLocalTitle)}>
      {t(($) => $.network.streams.list.emptyLocal)}
    </Notice>
  );
}
