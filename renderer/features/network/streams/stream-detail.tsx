/** One data stream: its data and their origin, the request it was created with, and duplication on another connection; and what callbacks show as well. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement, ReactNode } from "react";
import type { Callback, Stream, StreamDetail } from "#shared/contract/network/stream-schemas.ts";
import { useFleetQuery } from "../../../data/fleet-query.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import type { Status } from "../../../lib/records.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Copyable } from "../../../ui/copyable.tsx";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { CodeText } from "./code-text.tsx";
import classes from "./streams.module.css";
import { idText, streamSourceText, streamStatus, yesNo } from "./stream-labels.ts";
import { creationActions, duplicateStream, refreshStreams } from "./stream-actions.ts";

export function StreamDetailView({ item }: { readonly item: Stream }): ReactElement {
  const detailState = useFleetQuery("streams.show", { key: item.key }, { reloadOnOpen: true });
  const detail = dataOf(detailState);
  return (
    <>
      <RecordHead item={item} kind="stream" status={streamStatus(item)} title={item.target ?? idText(item)} />
      <StreamFacts stream={item} />
      {detailState.state === "failed" && detail === undefined ? (
        <FailureNotice failure={detailState.failure} />
      ) : undefined}
      {detail === undefined ? undefined : <More detail={detail} />}
    </>
  );
}

function StreamFacts({ stream }: { readonly stream: Stream }): ReactElement {
  const { destination, target, role, callback, historic, lastResult, lastDispatchedAt } = stream;
  const isRest = destination === "rest-api";
  return (
    <RecordFacts
      facts={[
        [t(($) => $.network.streams.destination.label), stream.destinationText],
        [isRest ? t(($) => $.network.streams.detail.url) : t(($) => $.network.streams.detail.target), target, "copy"],
        isRest
          ? [t(($) => $.network.streams.detail.callback), callback && <CallbackLink id={callback} key="callback" />]
          : [t(($) => $.network.streams.detail.role), role, "copy"],
        [t(($) => $.network.streams.content.label), stream.contentText],
        [t(($) => $.network.streams.detail.historic), yesNo(historic)],
        [t(($) => $.network.streams.detail.lastResult), lastResult, "copy"],
        ...(lastDispatchedAt === undefined
          ? []
          : ([[t(($) => $.network.streams.detail.lastDelivery), formatDateTime(lastDispatchedAt)]] as const)),
      ]}
      item={stream}
    />
  );
}

function CallbackLink({ id }: { readonly id: string }): ReactElement {
  return (
    <Copyable label={t(($) => $.network.streams.detail.callback)} mono value={id}>
      <a href={`#/streams/callbacks?callback=${encodeURIComponent(id)}`}>{id}</a>
    </Copyable>
  );
}

function More({ detail }: { readonly detail: StreamDetail }): ReactElement {
  const { sent, form, record } = detail;
  return (
    <>
      {form === undefined ? (
        <p className="muted">{t(($) => $.network.streams.detail.notRepeatable)}</p>
      ) : (
        <div className={classes["actions"]}>
          <ActionButton action={duplicateStream} target={detail} />
        </div>
      )}
      {sent.length === 0 ? undefined : (
        <Panel
          aside={<span className="muted">{t(($) => $.network.streams.source.thisComputer)}</span>}
          title={t(($) => $.network.streams.detail.requests)}
        >
          {sent.map(({ method, path, body }, index) => (
            <CodeText
              key={body}
              label={t(($) => $.network.streams.review.request, { number: index + 1 })}
              text={body}
              title={`${method} ${path}`}
            />
          ))}
        </Panel>
      )}
      {record === undefined ? undefined : (
        <Panel title={t(($) => $.network.streams.detail.raw)}>
          <CodeText
            label={t(($) => $.network.streams.detail.record)}
            text={JSON.stringify(record, undefined, 2)}
            title="GET /api/v1/data_stream"
          />
        </Panel>
      )}
    </>
  );
}

export interface RecordHeadProps {
  readonly item: Stream | Callback;
  readonly kind: "stream" | "callback";
  readonly title: string;
  readonly status: Status;
}

/** Of a stream or a callback: its name and status, and the choices for a creation with an unknown outcome. */
export function RecordHead({ item, kind, title, status: { tone, text } }: RecordHeadProps): ReactElement {
  const { creation } = item;
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{title}</h2>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      {creation?.state === "unknown" ? (
        <Callout
          actions={
            <>
              <ActionButton action={refreshStreams}>{t(($) => $.network.streams.outcome.refresh)}</ActionButton>
              {creationActions.map((action) => (
                <ActionButton action={action} key={action.id} target={item} />
              ))}
            </>
          }
          title={
            kind === "stream"
              ? t(($) => $.network.streams.outcome.title)
              : t(($) => $.network.streams.outcome.callbackTitle)
          }
          tone="unknown"
        >
          <p>{formatText(creation.answer)}</p>
          <p>{t(($) => $.network.streams.outcome.help)}</p>
        </Callout>
      ) : undefined}
    </>
  );
}

export interface RecordFactsProps {
  readonly item: Stream | Callback;
  /** Without a value it is unknown; "copy": an identifier with a copy button. */
  readonly facts: readonly (readonly [label: string, value: ReactNode, input?: "copy"])[];
}

/** The fields of a stream or a callback between its id and its origin. */
export function RecordFacts({ item: { id, source, asOf, creation }, facts }: RecordFactsProps): ReactElement {
  const all: RecordFactsProps["facts"] = [
    [t(($) => $.network.streams.detail.id), id, "copy"],
    ...facts,
    ...(asOf === undefined ? [] : ([[t(($) => $.network.streams.detail.listedAsOf), formatDateTime(asOf)]] as const)),
    ...(creation === undefined
      ? []
      : ([
          [t(($) => $.network.streams.detail.sent), formatDateTime(creation.sentAt)],
          [t(($) => $.network.streams.detail.response), formatText(creation.answer)],
        ] as const)),
  ];
  return (
    <Panel
      aside={<span className="muted">{streamSourceText(source)}</span>}
      title={t(($) => $.network.streams.detail.title)}
    >
      <Facts
        facts={all.map(([label, value, input]) => [
          label,
          value === undefined ? (
            <StatusPill key={label} tone="neutral">
              {t(($) => $.common.unknown)}
            </StatusPill>
          ) : input === "copy" && typeof value === "string" ? (
            <Copyable key={label} label={label} mono value={value} />
          ) : (
            value
          ),
        ])}
      />
    </Panel>
  );
}
