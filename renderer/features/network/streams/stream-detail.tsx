/** One data stream: its data and their origin, the request it was created with, and duplication on another connection. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Stream, StreamDetail } from "#shared/contract/network/stream-schemas.ts";
import { useFleetQuery } from "../../../data/fleet-query.ts";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { Copyable } from "../../../ui/copyable.tsx";
import { FailureNotice } from "../../../ui/notice.tsx";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { CodeText } from "./code-text.tsx";
import { ValueOrUnknown, ResolveCreation } from "./detail-fields.tsx";
import classes from "./streams.module.css";
import { idText, streamSourceText, streamStatus, yesNo } from "./stream-labels.ts";
import { duplicateStream } from "./stream-actions.ts";

export function StreamDetailView({ item }: { readonly item: Stream }): ReactElement {
  const detailState = useFleetQuery("streams.show", { key: item.key }, { reloadOnOpen: true });
  const detail = dataOf(detailState);
  const { tone, text } = streamStatus(item);
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{item.target ?? idText(item)}</h2>
        <StatusPill tone={tone}>{text}</StatusPill>
      </div>
      <ResolveCreation item={item} kind="stream" />
      <StreamFacts stream={item} />
      {detailState.state === "failed" && detail === undefined ? (
        <FailureNotice failure={detailState.failure} />
      ) : undefined}
      {detail === undefined ? undefined : <More detail={detail} />}
    </>
  );
}

function StreamFacts({ stream }: { readonly stream: Stream }): ReactElement {
  const { id, destinationText, target, role, callback, contentText, historic, lastResult, creation } = stream;
  const targetLabel =
    stream.destination === "rest-api"
      ? t(($) => $.network.streams.detail.url)
      : t(($) => $.network.streams.detail.target);
  return (
    <Panel
      aside={<span className="muted">{streamSourceText(stream.source)}</span>}
      title={t(($) => $.network.streams.detail.title)}
    >
      <Facts
        facts={[
          [
            t(($) => $.network.streams.detail.id),
            <ValueOrUnknown key="id" label={t(($) => $.network.streams.detail.id)} value={id} />,
          ],
          [
            t(($) => $.network.streams.destination.label),
            destinationText ?? (
              <ValueOrUnknown
                key="destination"
                label={t(($) => $.network.streams.destination.label)}
                value={undefined}
              />
            ),
          ],
          [targetLabel, <ValueOrUnknown key="target" label={targetLabel} value={target} />],
          ...(stream.destination === "rest-api"
            ? ([[t(($) => $.network.streams.detail.callback), <CallbackLink id={callback} key="callback" />]] as const)
            : ([
                [
                  t(($) => $.network.streams.detail.role),
                  <ValueOrUnknown key="role" label={t(($) => $.network.streams.detail.role)} value={role} />,
                ],
              ] as const)),
          [
            t(($) => $.network.streams.content.label),
            contentText ?? (
              <ValueOrUnknown key="content" label={t(($) => $.network.streams.content.label)} value={undefined} />
            ),
          ],
          [
            t(($) => $.network.streams.detail.historic),
            yesNo(historic) ?? (
              <ValueOrUnknown key="historic" label={t(($) => $.network.streams.detail.historic)} value={undefined} />
            ),
          ],
          [
            t(($) => $.network.streams.detail.lastResult),
            <ValueOrUnknown key="result" label={t(($) => $.network.streams.detail.lastResult)} value={lastResult} />,
          ],
          ...(stream.lastDispatchedAt === undefined
            ? []
            : ([[t(($) => $.network.streams.detail.lastDelivery), formatDateTime(stream.lastDispatchedAt)]] as const)),
          ...(stream.asOf === undefined
            ? []
            : ([[t(($) => $.network.streams.detail.listedAsOf), formatDateTime(stream.asOf)]] as const)),
          ...(creation === undefined
            ? []
            : ([
                [t(($) => $.network.streams.detail.sent), formatDateTime(creation.sentAt)],
                [t(($) => $.network.streams.detail.response), formatText(creation.answer)],
              ] as const)),
        ]}
      />
    </Panel>
  );
}

function CallbackLink({ id }: { readonly id: string | undefined }): ReactElement {
  if (id === undefined) return <ValueOrUnknown label={t(($) => $.network.streams.detail.callback)} value={undefined} />;
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
