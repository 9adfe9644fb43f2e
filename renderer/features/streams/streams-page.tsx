/** Data streams, and the API callbacks that they deliver to. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { CallbacksPart } from "./callbacks-part.tsx";
import classes from "./streams.module.css";
import { StreamsPart } from "./streams-part.tsx";

export function StreamsPage(): ReactElement {
  const callbacks = useFleetdesk((state) => state.address.path[1] === "callbacks");
  const busy = useFleetdesk((state) => state.streamList.state === "loading" || state.callbackList.state === "loading");
  const load = useFleetdesk((state) => state.loadStreams);
  const refresh = useFleetdesk((state) => state.refreshStreams);
  useEffect(() => void load(), [load]);
  return (
    <section aria-label="Streams" className={classes["page"]}>
      <div className={classes["bar"]}>
        <h1>Streams</h1>
        <nav aria-label="Streams" className={classes["tabs"]}>
          <a aria-current={callbacks ? undefined : "page"} href="#/streams">
            Data streams
          </a>
          <a aria-current={callbacks ? "page" : undefined} href="#/streams/callbacks">
            API callbacks
          </a>
        </nav>
        <span className={classes["gap"]} />
        <Button disabled={busy} onClick={() => void refresh()}>
          Ask the service
        </Button>
      </div>
      {callbacks ? <CallbacksPart /> : <StreamsPart />}
    </section>
  );
}
