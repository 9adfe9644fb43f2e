/** Shared parts of stream and callback details: a value or "unknown", and a creation with an unknown outcome. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { Stream } from "#shared/contract/network/stream-schemas.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Copyable } from "../../../ui/copyable.tsx";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { creationActions, refreshStreams } from "./stream-actions.ts";

export function ValueOrUnknown({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string | undefined;
}): ReactElement {
  return value === undefined ? (
    <StatusPill tone="neutral">{t(($) => $.common.unknown)}</StatusPill>
  ) : (
    <Copyable label={label} mono value={value} />
  );
}

/** Empty for a resolved creation. */
export function ResolveCreation({
  item,
  kind,
}: {
  readonly item: Pick<Stream, "creation">;
  readonly kind: "stream" | "callback";
}): ReactElement | undefined {
  const { creation } = item;
  if (creation?.state !== "unknown") return undefined;
  return (
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
  );
}
