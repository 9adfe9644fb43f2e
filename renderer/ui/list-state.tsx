/** State above a list: its age, not offered by the service, never loaded, or failed to load. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatTime } from "#shared/format.ts";
import { type AsyncState, failureIn } from "../lib/async-state.ts";
import { Callout, FailureCallout } from "./callout.tsx";
import { useNow } from "./use-now.ts";

interface List {
  readonly state: "never" | "read" | "not-offered";
  readonly asOf?: number;
  /** Why the list is incomplete. */
  readonly gap?: CodedText;
}

export interface ListStateProps {
  /** The request that loaded the list. */
  readonly request: AsyncState<unknown>;
  /** Undefined until it is loaded. */
  readonly list: List | undefined;
  /** The alternative if the service does not offer this list. */
  readonly instead: string;
}

export function ListState({ request, list, instead }: ListStateProps): ReactElement {
  const now = useNow();
  return (
    <>
      <FailureCallout
        failure={failureIn(request)}
        title={list?.asOf === undefined ? t(($) => $.shell.loadFailed) : t(($) => $.shell.refreshFailed)}
      />
      {list?.gap === undefined ? undefined : (
        <Callout title={t(($) => $.shell.list.incomplete)} tone="waiting">
          <p>{formatText(list.gap)}</p>
        </Callout>
      )}
      {list?.state === "not-offered" ? (
        <Callout title={t(($) => $.shell.list.notOffered)} tone="neutral">
          <p>{instead}</p>
        </Callout>
      ) : (
        <p className="muted">{ageText(list, request.state === "loading", now)}</p>
      )}
    </>
  );
}

function ageText(list: List | undefined, loading: boolean, now: number): string {
  if (list === undefined) return t(($) => $.common.loading);
  if (list.state === "never") return loading ? t(($) => $.common.loading) : t(($) => $.common.notLoaded);
  if (list.asOf === undefined) return loading ? t(($) => $.shell.list.refreshing) : "";
  const time = formatTime(list.asOf, now);
  return loading ? t(($) => $.shell.list.asOfRefreshing, { time }) : t(($) => $.shell.age.asOf, { time });
}
