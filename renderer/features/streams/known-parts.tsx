/** What the details of streams and callbacks share: a value or that it is unknown, and a creation whose answer was lost. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Creation } from "#contract/stream-words.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";

export function Told({ label, value }: { readonly label: string; readonly value: string | undefined }): ReactElement {
  return value === undefined ? (
    <StatusPill tone="unknown">unknown</StatusPill>
  ) : (
    <Copyable label={label} mono value={value} />
  );
}

/** Nothing for a creation that is settled. */
export function TellWhatCame({
  creation,
  what,
}: {
  readonly creation: Creation | undefined;
  readonly what: string;
}): ReactElement | undefined {
  const refresh = useFleetdesk((state) => state.refreshStreams);
  const { busy, failure, run } = useCall();
  if (creation?.state !== "unknown") return undefined;
  const tell = (is: "created" | "not-created"): void =>
    void run(async () => {
      await fleet.streams.tell({ entry: creation.entry, is });
    });
  return (
    <Callout
      actions={
        <>
          <Button disabled={busy} onClick={() => void run(refresh)}>
            Look in the service’s list
          </Button>
          <Button disabled={busy} onClick={() => tell("created")}>
            It was created
          </Button>
          <Button disabled={busy} onClick={() => tell("not-created")}>
            It was not created
          </Button>
        </>
      }
      title={`It is not known whether this ${what} was created`}
      tone="unknown"
    >
      <p>{creation.answer}</p>
      <p>
        Nothing is sent again by itself. The service’s list settles it where there is one; where there is none, say what
        you have found out.
      </p>
      {failure === undefined ? undefined : <p role="alert">{failure.message}</p>}
    </Callout>
  );
}
