/** What the audience comes to: how many are sent to, and everybody who is not, with row and reason. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ExclusionRows } from "./exclusion-rows.tsx";
import { usePreview } from "./use-preview.ts";
import classes from "./wizard.module.css";
import type { Preview } from "./wizard-slice.ts";

export function PreviewPanel(): ReactElement {
  const { preview, busy, problem } = usePreview();
  const ask = useFleetdesk((state) => state.previewWizard);
  const found = shown(preview);
  return (
    <Panel aside={busy ? <span className="muted">judging…</span> : undefined} title="What it comes to">
      {problem === undefined ? undefined : (
        <Callout
          actions={<Button onClick={() => void ask()}>Judge again</Button>}
          title="This audience cannot be judged"
          tone="bad"
        >
          <p>{problem}</p>
        </Callout>
      )}
      {found !== undefined ? (
        <Found found={found} />
      ) : problem === undefined ? (
        <p className="muted">
          {busy
            ? "Being judged against the copy on this computer."
            : "Once somebody is added, it is judged here against the copy on this computer."}
        </p>
      ) : undefined}
    </Panel>
  );
}

function Found({ found }: { readonly found: Preview }): ReactElement {
  const { included, excluded, unresolved, note, column, by } = found;
  return (
    <>
      <p aria-live="polite" className={classes["figure"]}>
        {count(included)} <small>{included === 1 ? "recipient" : "recipients"}</small>
      </p>
      {column === undefined ? undefined : (
        <p className="muted">
          The list is read by its column “{column}”{by === undefined ? "" : `, as ${by.toUpperCase()}`}.
        </p>
      )}
      {unresolved > 0 ? (
        <p className="muted">
          {counted(unresolved, "row")} {unresolved === 1 ? "is" : "are"} not in the copy: the service is asked for{" "}
          {unresolved === 1 ? "it" : "them"} when the campaign is frozen.
        </p>
      ) : undefined}
      {note === undefined ? undefined : <Callout tone="waiting">{note}</Callout>}
      {excluded === 0 ? <p className="muted">Nobody is left out.</p> : <ExclusionRows found={found} />}
    </>
  );
}
