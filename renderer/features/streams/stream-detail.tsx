/** One data stream: what is known of it and from where, what was sent for it, and the same once more elsewhere. */
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
      <TellWhatCame creation={item.creation} what="data stream" />
      <StreamFacts stream={item} />
      {remote.state === "failed" && detail === undefined ? <FailureNotice failure={remote.failure} /> : undefined}
      {detail === undefined ? undefined : <More detail={detail} />}
    </>
  );
}

function StreamFacts({ stream }: { readonly stream: Stream }): ReactElement {
  const { id, destinationText, target, role, callback, contentText, historic, lastResult, creation } = stream;
  return (
    <Panel aside={<span className="muted">{sourceWords(stream.source)}</span>} title="What is known">
      <Facts
        facts={[
          ["Id", <Told key="id" label="id" value={id} />],
          ["Destination", destinationText ?? <Told key="destination" label="destination" value={undefined} />],
          [stream.destination === "rest-api" ? "URL" : "Target", <Told key="target" label="target" value={target} />],
          ...(stream.destination === "rest-api"
            ? ([["API callback", <CallbackLink id={callback} key="callback" />]] as const)
            : ([["Role", <Told key="role" label="role" value={role} />]] as const)),
          ["Content", contentText ?? <Told key="content" label="content" value={undefined} />],
          ["Historic data", yesNo(historic) ?? <Told key="historic" label="flag" value={undefined} />],
          ["Last result", <Told key="result" label="result" value={lastResult} />],
          ...(stream.lastDispatchedAt === undefined
            ? []
            : ([["Last delivery", exactly(stream.lastDispatchedAt)]] as const)),
          ...(stream.asOf === undefined ? [] : ([["Listed as of", exactly(stream.asOf)]] as const)),
          ...(creation === undefined
            ? []
            : ([
                ["Sent from here", exactly(creation.sentAt)],
                ["Answer", creation.answer],
              ] as const)),
        ]}
      />
    </Panel>
  );
}

function CallbackLink({ id }: { readonly id: string | undefined }): ReactElement {
  if (id === undefined) return <Told label="callback" value={undefined} />;
  return (
    <Copyable label="callback" mono value={id}>
      <a href={`#/streams/callbacks?callback=${encodeURIComponent(id)}`}>{id}</a>
    </Copyable>
  );
}

function More({ detail: { sent, form, record } }: { readonly detail: StreamDetail }): ReactElement {
  return (
    <>
      {form === undefined ? (
        <p className="muted">Too little is known of this data stream to send the same again.</p>
      ) : (
        <SendAgain form={form} />
      )}
      {sent.length === 0 ? undefined : (
        <Panel aside={<span className="muted">known from this computer</span>} title="What was sent">
          {sent.map(({ method, path, body }, index) => (
            <CodeText key={body} label={`request ${index + 1}`} text={body} title={`${method} ${path}`} />
          ))}
        </Panel>
      )}
      {record === undefined ? undefined : (
        <Panel title="As the service lists it">
          <CodeText label="record" text={JSON.stringify(record, undefined, 2)} title="GET /api/v1/data_stream" />
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
        <Button onClick={() => (begun ? setAsked(true) : fill())}>Send the same again elsewhere…</Button>
      </div>
      {asked ? (
        <Callout
          actions={
            <>
              <Button onClick={fill}>Replace it</Button>
              <Button onClick={() => refine({ stream: "new" })}>Go on with it instead</Button>
            </>
          }
          title="A new data stream is being described already"
          tone="waiting"
        >
          <p>What is typed there would be replaced.</p>
        </Callout>
      ) : undefined}
    </>
  );
}
