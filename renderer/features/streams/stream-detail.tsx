/** One data stream: what is known of it and from where, what was sent for it, and the same once more elsewhere. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import type { Stream, StreamDetail, StreamForm } from "#contract/stream-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useRemote } from "../../ui/use-remote.ts";
import { CodeText } from "./code-text.tsx";
import { Told, TellWhatCame } from "./known-parts.tsx";
import classes from "./streams.module.css";
import { idWords, sourceWords, standOf, yesNo } from "./streams-model.ts";
import { typedOf } from "./typed-stream-model.ts";
import { useTypedStream } from "./use-typed-stream.ts";

export function StreamDetailView({ item }: { readonly item: Stream }): ReactElement {
  // Asked again whenever the list brings the stream anew.
  const remote = useRemote(useCallback((signal) => fleet.streams.show({ key: item.key }, signal), [item]));
  const detail = shown(remote);
  const { tone, words } = standOf(item);
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{item.target ?? idWords(item)}</h2>
        <StatusPill tone={tone}>{words}</StatusPill>
      </div>
      <TellWhatCame creation={item.creation} what="stream" />
      <StreamFacts stream={item} />
      {remote.state === "failed" && detail === undefined ? <FailureNotice failure={remote.failure} /> : undefined}
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
      aside={<span className="muted">{sourceWords(stream.source)}</span>}
      title={t(($) => $.network.streams.detail.title)}
    >
      <Facts
        facts={[
          [
            t(($) => $.network.streams.detail.id),
            <Told key="id" label={t(($) => $.network.streams.detail.id)} value={id} />,
          ],
          [
            t(($) => $.network.streams.destination.label),
            destinationText ?? (
              <Told key="destination" label={t(($) => $.network.streams.destination.label)} value={undefined} />
            ),
          ],
          [targetLabel, <Told key="target" label={targetLabel} value={target} />],
          ...(stream.destination === "rest-api"
            ? ([[t(($) => $.network.streams.detail.callback), <CallbackLink id={callback} key="callback" />]] as const)
            : ([
                [
                  t(($) => $.network.streams.detail.role),
                  <Told key="role" label={t(($) => $.network.streams.detail.role)} value={role} />,
                ],
              ] as const)),
          [
            t(($) => $.network.streams.content.label),
            contentText ?? <Told key="content" label={t(($) => $.network.streams.content.label)} value={undefined} />,
          ],
          [
            t(($) => $.network.streams.detail.historic),
            yesNo(historic) ?? (
              <Told key="historic" label={t(($) => $.network.streams.detail.historic)} value={undefined} />
            ),
          ],
          [
            t(($) => $.network.streams.detail.lastResult),
            <Told key="result" label={t(($) => $.network.streams.detail.lastResult)} value={lastResult} />,
          ],
          ...(stream.lastDispatchedAt === undefined
            ? []
            : ([[t(($) => $.network.streams.detail.lastDelivery), exactly(stream.lastDispatchedAt)]] as const)),
          ...(stream.asOf === undefined
            ? []
            : ([[t(($) => $.network.streams.detail.listedAsOf), exactly(stream.asOf)]] as const)),
          ...(creation === undefined
            ? []
            : ([
                [t(($) => $.network.streams.detail.sent), exactly(creation.sentAt)],
                [t(($) => $.network.streams.detail.response), formatText(creation.answer)],
              ] as const)),
        ]}
      />
    </Panel>
  );
}

function CallbackLink({ id }: { readonly id: string | undefined }): ReactElement {
  if (id === undefined) return <Told label={t(($) => $.network.streams.detail.callback)} value={undefined} />;
  return (
    <Copyable label={t(($) => $.network.streams.detail.callback)} mono value={id}>
      <a href={`#/streams/callbacks?callback=${encodeURIComponent(id)}`}>{id}</a>
    </Copyable>
  );
}

function More({ detail: { sent, form, record } }: { readonly detail: StreamDetail }): ReactElement {
  return (
    <>
      {form === undefined ? (
        <p className="muted">{t(($) => $.network.streams.detail.notRepeatable)}</p>
      ) : (
        <SendAgain form={form} />
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

/** Fills the form anew; what stands in it already is not thrown away without being asked. */
function SendAgain({ form }: { readonly form: StreamForm }): ReactElement {
  const [asked, setAsked] = useState(false);
  const { begun, put } = useTypedStream();
  const refine = useFleetdesk((state) => state.refine);
  const fill = (): void => {
    put(typedOf(form));
    refine({ stream: "new", step: "where" });
  };
  return (
    <>
      <div className={classes["deeds"]}>
        <Button onClick={() => (begun ? setAsked(true) : fill())}>
          {t(($) => $.network.streams.detail.duplicate)}
        </Button>
      </div>
      {asked ? (
        <Callout
          actions={
            <>
              <Button onClick={fill}>{t(($) => $.network.streams.detail.replaceDraft)}</Button>
              <Button onClick={() => refine({ stream: "new" })}>{t(($) => $.network.streams.detail.keepDraft)}</Button>
            </>
          }
          title={t(($) => $.network.streams.detail.draftTitle)}
          tone="waiting"
        >
          <p>{t(($) => $.network.streams.detail.draft)}</p>
        </Callout>
      ) : undefined}
    </>
  );
}
