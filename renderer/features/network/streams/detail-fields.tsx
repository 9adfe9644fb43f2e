/** Shared parts of stream and callback details: a value or "unknown", and a creation with an unknown outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Creation } from "#shared/contract/network/stream-schemas.ts";
import { fleet } from "../../../lib/fleet.ts";
import { refreshLists } from "../use-network-lists.ts";
import { Callout } from "../../../ui/callout.tsx";
import { Copyable } from "../../../ui/copyable.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { useCall } from "../../../ui/use-call.ts";

export function ValueOrUnknown({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string | undefined;
}): ReactElement {
  return value === undefined ? (
    <StatusPill tone="unknown">{t(($) => $.common.unknown)}</StatusPill>
  ) : (
    <Copyable label={label} mono value={value} />
  );
}

/** Empty for a resolved creation. */
export function ResolveCreation({
  creation,
  kind,
}: {
  readonly creation: Creation | undefined;
  readonly kind: "stream" | "callback";
}): ReactElement | undefined {
  const { busy, failure, run } = useCall();
  if (creation?.state !== "unknown") return undefined;
  const resolve = (is: "created" | "not-created"): void =>
    void run(async () => {
      await fleet.streams.resolveCreation({ entry: creation.entry, is });
    });
  return (
    <Callout
      actions={
        <>
          <Button disabled={busy} onClick={() => void run(() => refreshLists("streams.list", "streams.callbacks"))}>
            {t(($) => $.network.streams.outcome.refresh)}
          </Button>
          <Button disabled={busy} onClick={() => resolve("created")}>
            {t(($) => $.network.streams.outcome.created)}
          </Button>
          <Button disabled={busy} onClick={() => resolve("not-created")}>
            {t(($) => $.network.streams.outcome.notCreated)}
          </Button>
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
      {failure === undefined ? undefined : <p role="alert">{formatText(failure.text)}</p>}
    </Callout>
  );
}
