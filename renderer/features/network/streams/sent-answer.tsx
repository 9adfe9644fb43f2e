/** Outcome of a creation that did not produce a stream; the draft is preserved. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { CallbackList, StreamAnswer, StreamList } from "#shared/contract/network/streams.ts";
import { type AsyncState, dataOf } from "../../../lib/async-state.ts";
import { refreshLists, useNetworkList } from "../use-network-lists.ts";
import { Callout, type CalloutProps } from "../../../ui/callout.tsx";
import { checkResultText } from "./stream-labels.ts";

export interface SentAnswerProps {
  readonly answer: Omit<StreamAnswer, "of"> & Pick<Partial<StreamAnswer>, "of">;
  readonly busy: boolean;
  readonly onSendAnyway: () => void;
  /** Whether a callback with an unknown outcome may be sent again; the form of a stream never sends its callback twice. */
  readonly mayResendCallback?: boolean;
}

const titles: Readonly<Record<StreamAnswer["outcome"], readonly [CalloutProps["tone"], string]>> = {
  created: ["good", t(($) => $.network.streams.state.created)],
  exists: ["waiting", t(($) => $.network.creation.notSent)],
  unsettled: ["unknown", t(($) => $.network.creation.notSent)],
  moved: ["waiting", t(($) => $.network.creation.notSent)],
  unknown: ["unknown", t(($) => $.common.outcomeUnknown)],
};

export function SentAnswer({ answer, busy, onSendAnyway, mayResendCallback }: SentAnswerProps): ReactElement {
  const { outcome, message, key, of } = answer;
  const [tone, title] = titles[outcome];
  const isOpen = outcome === "unknown" || outcome === "unsettled";
  const [checked, setChecked] = useState(false);
  const listState = useNetworkList(of === "callback" ? "streams.callbacks" : "streams.list");
  const mayRepeat =
    outcome === "exists" ||
    ((outcome === "unsettled" || (isOpen && checked)) && (of !== "callback" || mayResendCallback));
  const checkList = async (): Promise<void> => {
    await refreshLists("streams.list", "streams.callbacks");
    setChecked(true);
  };
  const href = of === "callback" ? "#/streams/callbacks" : `#/streams?stream=${encodeURIComponent(key ?? "")}`;
  return (
    <Callout
      actions={
        <>
          {isOpen ? (
            <Button disabled={busy} loading={listState.state === "loading"} onClick={() => void checkList()}>
              {t(($) => $.network.streams.outcome.refresh)}
            </Button>
          ) : undefined}
          {mayRepeat ? (
            <Button disabled={busy} onClick={onSendAnyway}>
              {t(($) => $.network.streams.outcome.sendAnyway)}
            </Button>
          ) : undefined}
        </>
      }
      title={title}
      tone={tone}
    >
      <p>{formatText(message)}</p>
      {checked ? <RefreshedList listState={listState} creationKey={key} /> : undefined}
      {key === undefined ? undefined : (
        <p>
          <a href={href}>
            {of === "callback"
              ? t(($) => $.network.streams.outcome.openCallbacks)
              : t(($) => $.network.streams.outcome.openStream)}
          </a>
        </p>
      )}
    </Callout>
  );
}

function RefreshedList({
  listState,
  creationKey,
}: {
  readonly listState: AsyncState<StreamList | CallbackList>;
  readonly creationKey: string | undefined;
}): ReactElement | undefined {
  const list = dataOf(listState);
  if (listState.state === "failed")
    return (
      <p role="alert">
        {t(($) => $.network.streams.outcome.listFailed, { reason: formatText(listState.failure.text) })}
      </p>
    );
  if (list === undefined) return undefined;
  return <p role="status">{checkResultText(list, creationKey)}</p>;
}
