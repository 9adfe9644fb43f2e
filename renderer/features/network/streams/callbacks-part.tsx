/** API callbacks: the list, one callback, and a new one. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Callback } from "#shared/contract/network/stream-schemas.ts";
import type { CallbackList } from "#shared/contract/network/streams.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useNetworkList } from "../use-network-lists.ts";
import { Notice } from "../../../ui/notice.tsx";
import { ResourcePage } from "../../../app/resource-page.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import { CallbackForm } from "./callback-form.tsx";
import classes from "./streams.module.css";
import { callbackStatus, idText, streamSourceText } from "./stream-labels.ts";

export function CallbacksPart(): ReactElement {
  const request = useNetworkList("streams.callbacks");
  const list = dataOf(request);
  return (
    <ResourcePage
      columns="minmax(320px, 1fr) minmax(0, 1fr)"
      renderDetail={(item, callback) => {
        if (list === undefined) return undefined;
        if (item !== undefined) return <CallbackDetail item={item} key={item.key} />;
        return <p className="muted">{t(($) => $.network.streams.callbacks.unknownId, { callback })}</p>;
      }}
      empty={list === undefined ? undefined : <Nothing list={list} />}
      form={<CallbackForm />}
      groups={[{ items: list?.items ?? [] }]}
      idsOf={({ id, key }) => [id ?? key, key]}
      instead={t(($) => $.network.streams.callbacks.noList)}
      list={list}
      newTitle={t(($) => $.network.streams.callbacks.new)}
      param="callback"
      prompt={t(($) => $.network.streams.callbacks.select)}
      request={request}
    >
      {(item) => <CallbackChoice item={item} />}
    </ResourcePage>
  );
}

function Nothing({ list }: { readonly list: CallbackList }): ReactElement {
  return list.state === "read" && list.gap === undefined ? (
    <Notice title={t(($) => $.network.streams.callbacks.emptyTitle)}>
      {t(($) => $.network.streams.callbacks.empty)}
    </Notice>
  ) : (
    <Notice title={t(($) => $.network.streams.callbacks.emptyLocalTitle)} />
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
