/** Above a list: how old it is, that the service has none, that it could not be asked. */
import type { ReactElement } from "react";
import { when } from "../../lib/format.ts";
import type { Remote } from "../../lib/remote.ts";
import { Callout } from "../../ui/callout.tsx";
import { useNow } from "../../ui/use-now.ts";

export interface ListStateProps {
  readonly remote: Remote<unknown>;
  readonly state: "never" | "read" | "not-offered" | undefined;
  readonly asOf: number | undefined;
  /** Why the list does not show all that the service has. */
  readonly gap: string | undefined;
  /** What stands in for the list where the service has none. */
  readonly instead: string;
}

export function ListState({ remote, state, asOf, gap, instead }: ListStateProps): ReactElement {
  const now = useNow();
  return (
    <>
      {remote.state === "failed" ? (
        <Callout title="The service was not asked just now" tone="bad">
          <p>{remote.failure.message}</p>
        </Callout>
      ) : undefined}
      {gap === undefined ? undefined : (
        <Callout title="The list is incomplete" tone="unknown">
          <p>{gap}</p>
        </Callout>
      )}
      <p className="muted">{stateWords({ state, asOf, instead }, now)}</p>
    </>
  );
}

function stateWords({ state, asOf, instead }: Omit<ListStateProps, "remote" | "gap">, now: number): string {
  switch (state) {
    case undefined:
      return "Reading…";
    case "never":
      return "The service has not been asked yet.";
    case "not-offered":
      return instead;
    case "read":
      return asOf === undefined ? "" : `As the service had it at ${when(asOf, now)}.`;
  }
}
