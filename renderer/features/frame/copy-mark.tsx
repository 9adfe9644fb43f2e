/** How old and how complete the copy of the fleet is, for pages that are not the list itself. */
import type { ReactElement } from "react";
import { count, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import classes from "./top-strip.module.css";

export function CopyMark(): ReactElement | undefined {
  const copy = useFleetdesk((state) => shown(state.copy));
  const now = useNow();
  if (copy === undefined) return undefined;
  if (copy.state === "never") return <StatusPill tone="waiting">never synchronised</StatusPill>;
  if (copy.state === "not-offered") return undefined;
  const figures =
    copy.promised === undefined ? count(copy.unique ?? 0) : `${count(copy.unique ?? 0)} of ${count(copy.promised)}`;
  return (
    <span className={`${classes["quiet"]} ${classes["copy"]}`}>
      {copy.asOf === undefined ? undefined : `endpoints as of ${when(copy.asOf, now)}`}
      <StatusPill
        tone={copy.state === "complete" ? "good" : "waiting"}
        {...(copy.reason === undefined ? {} : { title: copy.reason })}
      >
        {copy.state} {figures}
      </StatusPill>
    </span>
  );
}
