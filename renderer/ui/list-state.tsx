/** Above a list: how old it is, that the service has none, that nobody asked, that it could not be asked. */
import type { ReactElement } from "react";
import type { ListState as State } from "#contract/stream-words.ts";
import { when } from "../lib/format.ts";
import type { Remote } from "../lib/remote.ts";
import { Callout } from "./callout.tsx";
import { useNow } from "./use-now.ts";

interface List {
  readonly state: State;
  readonly asOf?: number | undefined;
  /** Why the list does not show all that the service has. */
  readonly gap?: string | undefined;
}

export interface ListStateProps {
  /** The reading that the list came with. */
  readonly remote: Remote<unknown>;
  /** Undefined until it was read. */
  readonly list: List | undefined;
  /** What there is instead, where the service has no such list. */
  readonly instead: string;
}

export function ListState({ remote, list, instead }: ListStateProps): ReactElement {
  const now = useNow();
  return (
    <>
      {remote.state === "failed" ? (
        <Callout title="The service was not asked just now" tone="bad">
          <p>{remote.failure.message}</p>
        </Callout>
      ) : undefined}
      {list?.gap === undefined ? undefined : (
        <Callout title="The list is incomplete" tone="unknown">
          <p>{list.gap}</p>
        </Callout>
      )}
      {list?.state === "not-offered" ? (
        <Callout title="Not offered by this service" tone="neutral">
          <p>{instead}</p>
        </Callout>
      ) : (
        <p className="muted">{words(list, remote.state === "loading", now)}</p>
      )}
    </>
  );
}

function words(list: List | undefined, loading: boolean, now: number): string {
  if (list === undefined) return "Reading…";
  if (list.state === "never") return loading ? "Asking the service…" : "The service has not been asked yet.";
  if (list.asOf === undefined) return loading ? "Asking again…" : "";
  const asOf = `As the service had it at ${when(list.asOf, now)}`;
  return loading ? `${asOf}; asking again…` : `${asOf}.`;
}
