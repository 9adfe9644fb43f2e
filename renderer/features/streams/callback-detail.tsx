/** One API callback: what is known of it, which streams are known to use it, and the service asked for it anew. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Callback } from "#contract/stream-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { Told, TellWhatCame } from "./known-parts.tsx";
import classes from "./streams.module.css";
import { callbackStand, idWords, sourceWords, streamWords } from "./streams-model.ts";
import { useTypedStream } from "./use-typed-stream.ts";

export function CallbackDetail({ item }: { readonly item: Callback }): ReactElement {
  const { put } = useTypedStream();
  const go = useFleetdesk((state) => state.go);
  const known = useFleetdesk((state) => shown(state.streamList))?.items ?? [];
  const { busy, failure, run } = useCall();
  const { id, url, purpose, organisation, createdAt, asOf, creation, streams } = item;
  const { tone, words } = callbackStand(item);
  return (
    <>
      <div className={classes["head"]}>
        <h2 className={classes["title"]}>{url ?? idWords(item)}</h2>
        <StatusPill tone={tone}>{words}</StatusPill>
      </div>
      <TellWhatCame creation={creation} what="API callback" />
      <Panel aside={<span className="muted">{sourceWords(item.source)}</span>} title="What is known">
        <Facts
          facts={[
            ["Id", <Told key="id" label="id" value={id} />],
            ["URL", <Told key="url" label="URL" value={url} />],
            ["Purpose", purpose ?? <Told key="purpose" label="purpose" value={undefined} />],
            ["Organisation", <Told key="organisation" label="organisation" value={organisation} />],
            [
              "Created",
              createdAt === undefined ? <Told key="at" label="date" value={undefined} /> : exactly(createdAt),
            ],
            ...(asOf === undefined ? [] : ([["Listed as of", exactly(asOf)]] as const)),
            ...(creation === undefined
              ? []
              : ([
                  ["Sent from here", exactly(creation.sentAt)],
                  ["Answer", creation.answer],
                ] as const)),
          ]}
        />
      </Panel>
      <Panel title="Data streams known to use it">
        {streams.length === 0 ? (
          <p>None is known. Service profiles may use it too.</p>
        ) : (
          <ul className={classes["links"]}>
            {streams.map((key) => (
              <li key={key}>
                <a href={`#/streams?stream=${encodeURIComponent(key)}`}>
                  {streamWords(
                    known.find((one) => one.key === key),
                    key,
                  )}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {failure === undefined ? undefined : (
        <Callout title="It was not read" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {id === undefined ? undefined : (
        <div className={classes["deeds"]}>
          <Button
            loading={busy}
            onClick={() =>
              void run(async () => {
                await fleet.streams.readCallback({ id });
              })
            }
          >
            Read it again
          </Button>
          <Button
            onClick={() => {
              put({ destination: "rest-api", callbackIs: "existing", callback: id });
              go({ path: ["streams"], query: { stream: "new", step: "where" } });
            }}
          >
            New data stream to it
          </Button>
        </div>
      )}
    </>
  );
}
