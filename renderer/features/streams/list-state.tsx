/** Above a list: how old it is, that the service has none, that nobody asked, that it could not be asked. */
import type { ReactElement } from "react";
import type { ListState as State } from "#contract/stream-words.ts";
import { when } from "../../lib/format.ts";
import type { Remote } from "../../lib/remote.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";

export interface ListStateProps {
  readonly remote: Remote<{
    readonly state: State;
    readonly asOf?: number | undefined;
    readonly gap?: string | undefined;
  }>;
  /** What there is instead, where the service has no such list. */
  readonly instead: string;
}

export function ListState({ remote, instead }: ListStateProps): ReactElement {
  const now = useNow();
  const list = remote.state === "never" ? undefined : remote.value;
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

function words(list: ListOf, loading: boolean, now: number): string {
  if (list === undefined) return "Reading…";
  if (list.state === "never") return loading ? "Asking the service…" : "The service has not been asked yet.";
  const asOf = list.asOf === undefined ? "" : `As the service had it at ${when(list.asOf, now)}`;
  return loading ? `${asOf}; asking again…` : `${asOf}.`;
}

type ListOf =
  | { readonly state: State; readonly asOf?: number | undefined; readonly gap?: string | undefined }
  | undefined;
