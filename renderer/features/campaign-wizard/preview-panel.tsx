/** What the audience comes to: how many are sent to, and everybody who is not, with row and reason. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { wordingOf, nothingWritten } from "./draft-model.ts";
import { reasonWord } from "./reason-model.ts";
import { usePreview } from "./use-preview.ts";
import type { Preview } from "./wizard-slice.ts";
import classes from "./wizard.module.css";

export function PreviewPanel(): ReactElement {
  const { preview, stale } = usePreview();
  const found = shown(preview);
  return (
    <Panel
      aside={stale || preview.state === "loading" ? <span className="muted">judging…</span> : undefined}
      title="What it comes to"
    >
      {preview.state === "failed" && !stale ? (
        <Callout title="This audience cannot be judged" tone="bad">
          <p>{preview.failure.message}</p>
        </Callout>
      ) : undefined}
      {found === undefined ? (
        <p className="muted">Add somebody, and it is judged against the copy on this computer.</p>
      ) : (
        <Found found={found} />
      )}
    </Panel>
  );
}

function Found({ found }: { readonly found: Preview }): ReactElement {
  const { included, excluded, unresolved, note, exclusions, excludedByReason, column, by } = found;
  const [reason, setReason] = useState<string>();
  const shownRows = exclusions.filter((row) => reason === undefined || row.reason === reason);
  return (
    <>
      <p className={classes["figure"]}>
        {count(included)} <small>{included === 1 ? "recipient" : "recipients"}</small>
      </p>
      {column === undefined ? undefined : (
        <p className="muted">
          Rows of the list are read by the column “{column}”{by === undefined ? "" : ` as ${by}`}.
        </p>
      )}
      {unresolved > 0 ? (
        <p className="muted">
          {counted(unresolved, "row")} not in the copy: the service is asked for them when the campaign is frozen.
        </p>
      ) : undefined}
      {note === undefined ? undefined : <Callout tone="waiting">{note}</Callout>}
      {excluded === 0 ? (
        <p className="muted">Nobody is left out.</p>
      ) : (
        <>
          <div className={classes["chips"]}>
            <b>{counted(excluded, "row")} left out:</b>
            {Object.entries(excludedByReason).map(([id, many]) => (
              <button
                aria-pressed={reason === id}
                key={id}
                onClick={() => setReason(reason === id ? undefined : id)}
                type="button"
              >
                {reasonWord(id)} {count(many)}
              </button>
            ))}
            <ExportExclusions />
          </div>
          <div className={classes["scroll"]}>
            <table aria-label="Left out" className={classes["table"]}>
              <thead>
                <tr>
                  <th>Row</th>
                  <th>As listed</th>
                  <th>Why</th>
                </tr>
              </thead>
              <tbody>
                {shownRows.map(({ row, source, given, reason: why, detail }) => (
                  <tr key={row}>
                    <td>{source === 0 ? row : `${row % 10_000_000} of step ${source + 1}`}</td>
                    <td className="mono">{given}</td>
                    <td>
                      {reasonWord(why)}
                      {detail === undefined ? "" : `: ${detail}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {exclusions.length < excluded ? (
            <p className="muted">The first {count(exclusions.length)} are shown; the export has all.</p>
          ) : undefined}
        </>
      )}
    </>
  );
}

function ExportExclusions(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const { busy, failure, run } = useCall();
  const [written, setWritten] = useState<string>();
  const write = (): void =>
    void run(async () => {
      const wording = wordingOf(body);
      const audience = [...(body.audience ?? [])] as never;
      const asked = { audience, suggestedName: "left-out", ...(wording === undefined ? {} : { wording }) };
      const { outcome, rows, file } = await fleet.planning.exportExclusions(asked);
      setWritten(outcome === "written" ? `${counted(rows, "row")} in ${file ?? ""}` : undefined);
    });
  return (
    <>
      <Button loading={busy} onClick={write}>
        Export…
      </Button>
      {written === undefined ? undefined : <span className="muted">{written}</span>}
      {failure === undefined ? undefined : <span role="alert">{failure.message}</span>}
    </>
  );
}
