/** How old and how complete the local copy of this list is. */
import type { ReactElement } from "react";
import type { Completeness } from "#contract/fleet.ts";
import { count, exactly, when } from "../../lib/format.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./fleet.module.css";

export function CompletenessBadge({
  completeness,
}: {
  readonly completeness: Completeness | undefined;
}): ReactElement | undefined {
  const now = useNow();
  if (completeness === undefined) return undefined;
  const { state, asOf, unique = 0, promised, reason } = completeness;
  if (state === "never") return <StatusPill tone="waiting">never synchronised</StatusPill>;
  if (state === "not-offered") return <StatusPill tone="neutral">not offered by the service</StatusPill>;
  const figures = promised === undefined ? count(unique) : `${count(unique)} of ${count(promised)}`;
  return (
    <>
      {asOf === undefined ? undefined : (
        <span className={classes["quiet"]} title={exactly(asOf)}>
          as of {when(asOf, now)}
        </span>
      )}
      <StatusPill tone={state === "complete" ? "good" : "waiting"} {...(reason === undefined ? {} : { title: reason })}>
        {state} {figures}
      </StatusPill>
    </>
  );
}
