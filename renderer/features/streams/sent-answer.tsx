/** What came of a sending that did not end in a created stream; what is typed is still there. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { CallbackList, StreamAnswer, StreamList } from "#contract/streams.ts";
import { type Remote, shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";
import { lookedWords } from "./streams-model.ts";

export interface SentAnswerProps {
  readonly said: Omit<StreamAnswer, "of"> & Pick<Partial<StreamAnswer>, "of">;
  readonly busy: boolean;
  readonly onSendAllTheSame: () => void;
  /** A callback that holds up its stream is never sent a second time with it. */
  readonly mayRepeatLost?: boolean;
}

const titles: Readonly<Record<StreamAnswer["outcome"], readonly [CalloutProps["tone"], string]>> = {
  created: ["good", "Created"],
  exists: ["waiting", "Nothing was sent"],
  unsettled: ["unknown", "Nothing was sent"],
  moved: ["waiting", "Nothing was sent"],
  unknown: ["unknown", "What came of it is not known"],
};

export function SentAnswer({ said, busy, onSendAllTheSame, mayRepeatLost }: SentAnswerProps): ReactElement {
  const refresh = useFleetdesk((state) => state.refreshStreams);
  const { outcome, message, key, of } = said;
  const [tone, title] = titles[outcome];
  const isOpen = outcome === "unknown" || outcome === "unsettled";
  const [looked, setLooked] = useState(false);
  const remote = useFleetdesk((state): Remote<StreamList | CallbackList> =>
    of === "callback" ? state.callbackList : state.streamList,
  );
  const mayRepeat =
    outcome === "exists" || ((outcome === "unsettled" || (isOpen && looked)) && (of !== "callback" || mayRepeatLost));
  const look = async (): Promise<void> => {
    await refresh();
    setLooked(true);
  };
  const href = of === "callback" ? "#/streams/callbacks" : `#/streams?stream=${encodeURIComponent(key ?? "")}`;
  return (
    <Callout
      actions={
        <>
          {isOpen ? (
            <Button disabled={busy} loading={remote.state === "loading"} onClick={() => void look()}>
              Look in the service’s list
            </Button>
          ) : undefined}
          {mayRepeat ? (
            <Button disabled={busy} onClick={onSendAllTheSame}>
              Send anyway
            </Button>
          ) : undefined}
        </>
      }
      title={title}
      tone={tone}
    >
      <p>{message}</p>
      {looked ? <Found of={of} remote={remote} said={key} /> : undefined}
      {key === undefined ? undefined : (
        <p>
          <a href={href}>{of === "callback" ? "The API callbacks" : "The data stream that is meant"}</a>
        </p>
      )}
    </Callout>
  );
}

function Found({
  remote,
  said,
  of,
}: {
  readonly remote: Remote<StreamList | CallbackList>;
  readonly said: string | undefined;
  readonly of: StreamAnswer["of"];
}): ReactElement | undefined {
  const list = shown(remote);
  if (remote.state === "failed") return <p role="alert">The list could not be read: {remote.failure.message}</p>;
  if (list === undefined) return undefined;
  return <p role="status">{lookedWords(list, said, of === "callback" ? "callback" : "data stream")}</p>;
}
