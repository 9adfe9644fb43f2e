/** What came of a sending that did not end in a created stream; what is typed is still there. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { StreamAnswer } from "#contract/streams.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";

export interface SentAnswerProps {
  readonly said: Omit<StreamAnswer, "of"> & Pick<Partial<StreamAnswer>, "of">;
  readonly busy: boolean;
  readonly onSendAllTheSame: () => void;
}

const titles: Readonly<Record<StreamAnswer["outcome"], readonly [CalloutProps["tone"], string]>> = {
  created: ["good", "Created"],
  exists: ["waiting", "Nothing was sent"],
  unsettled: ["unknown", "Nothing was sent"],
  moved: ["waiting", "Nothing was sent"],
  unknown: ["unknown", "What came of it is not known"],
};

export function SentAnswer({ said, busy, onSendAllTheSame }: SentAnswerProps): ReactElement {
  const refresh = useFleetdesk((state) => state.refreshStreams);
  const { outcome, message, key, of } = said;
  const [tone, title] = titles[outcome];
  const isOpen = outcome === "unknown" || outcome === "unsettled";
  const mayRepeat = outcome === "exists" || (outcome === "unsettled" && of !== "callback");
  const href = of === "callback" ? "#/streams/callbacks" : `#/streams?stream=${encodeURIComponent(key ?? "")}`;
  return (
    <Callout
      actions={
        <>
          {isOpen ? (
            <Button disabled={busy} onClick={() => void refresh()}>
              Look in the service’s list
            </Button>
          ) : undefined}
          {mayRepeat ? (
            <Button disabled={busy} onClick={onSendAllTheSame}>
              Send it all the same
            </Button>
          ) : undefined}
        </>
      }
      title={title}
      tone={tone}
    >
      <p>{message}</p>
      {key === undefined ? undefined : (
        <p>
          <a href={href}>{of === "callback" ? "The API callbacks" : "The data stream that is meant"}</a>
        </p>
      )}
    </Callout>
  );
}
