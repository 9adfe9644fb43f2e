/** What was done to the quotas of this endpoint from this computer, and taking it back. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { QuotaChange } from "#contract/quotas.ts";
import { fleet } from "../../lib/fleet.ts";
import { exactly, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import type { PastChange } from "./quota-endpoint-slice.ts";
import { changeStatus, rowStates, standText, undoneWords } from "./quota-words-model.ts";
import classes from "./quotas.module.css";

export function PastChanges(): ReactElement {
  const remote = useFleetdesk((state) => state.endpointChanges);
  const past = shown(remote);
  return (
    <Panel
      aside={
        <a className={classes["link"]} href="#/quotas/changes">
          All changes
        </a>
      }
      title="Changes from this computer"
    >
      {remote.state === "failed" && past === undefined ? <FailureNotice failure={remote.failure} /> : undefined}
      {past === undefined ? undefined : past.length === 0 ? (
        <p className="muted">None so far.</p>
      ) : (
        <ul aria-label="Changes of the quotas" className={classes["past"]}>
          {past.map((one) => (
            <Past key={one.change.change} {...one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Past({ change, row }: PastChange): ReactElement {
  const now = useNow();
  const { createdAt, title, kind, total } = change;
  const { text, tone } = row === undefined ? changeStatus(change) : rowStates[row.state];
  return (
    <li>
      <time dateTime={new Date(createdAt).toISOString()} title={exactly(createdAt)}>
        {when(createdAt, now)}
      </time>
      <a className={classes["link"]} href={`#/quotas/changes/${change.change}`}>
        {title}
      </a>
      {total > 1 ? <span className="muted">for {change.whom}</span> : undefined}
      <StatusPill title={row?.message ?? ""} tone={tone}>
        {text}
      </StatusPill>
      {row?.before === undefined || row.after === undefined ? undefined : (
        <span className="muted">
          {standText(kind, row.before)} → {standText(kind, row.after)}
        </span>
      )}
      {row === undefined ? undefined : <Deed change={change} row={row} />}
    </li>
  );
}

/** What one can do about a change of one endpoint; those of many have a page for that. */
function Deed({ change, row }: Required<PastChange>): ReactElement | undefined {
  const { busy, failure, run } = useCall();
  const announce = useFleetdesk((state) => state.announce);
  const deed = row === undefined ? undefined : deedOf(change, row.state);
  const undone = undoneWords(change);
  const told = undone === undefined ? undefined : <span className="muted">{undone}</span>;
  if (deed === undefined) return told;
  return (
    <>
      {told}
      <Button
        loading={busy}
        onClick={() =>
          void run(async () => {
            await deed.act();
            announce(deed.said);
          })
        }
      >
        {deed.text}
      </Button>
      {failure === undefined ? undefined : <span role="alert">{failure.message}</span>}
    </>
  );
}

interface DeedWords {
  readonly text: string;
  readonly said: string;
  readonly act: () => Promise<unknown>;
}

function deedOf({ change, undone, counts }: QuotaChange, state: keyof typeof rowStates): DeedWords | undefined {
  switch (state) {
    case "set":
      if (undone !== undefined && (undone.underWay || undone.back >= counts.set)) return undefined;
      return { text: "Undo", said: "The change is being taken back.", act: () => fleet.quotas.undo({ change }) };
    case "unknown":
      return { text: "Look again", said: "Looked again.", act: () => fleet.quotas.settle({ change }) };
    case "moved":
      return {
        text: "Go on with the value it has now",
        said: "It is changed from the value it has now.",
        act: () => fleet.quotas.retry({ change, which: ["moved"] }),
      };
    default:
      return undefined;
  }
}
