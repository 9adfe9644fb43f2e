/** What changed of the recipients since the campaign was frozen, and the way to leave those out. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import type { DriftKind } from "#contract/planning.ts";
import { fleet } from "../../lib/fleet.ts";
import { ago, count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./wizard.module.css";

const kindWords: Readonly<Record<DriftKind, string>> = {
  gone: "gone from the fleet",
  deleted: "deleted",
  disabled: "disabled",
  "sim-swapped": "another SIM",
  "text-differs": "another text",
  renamed: "renamed",
};

export function DriftPanel({ campaignId }: { readonly campaignId: string }): ReactElement {
  const [turn, setTurn] = useState(0);
  const drift = useRemote(useCallback((signal) => driftAt(campaignId, turn, signal), [campaignId, turn]));
  const { busy, failure, run } = useCall();
  const now = useNow();
  const found = shown(drift);
  const kinds = Object.entries(found?.counts ?? {}).filter(([, many]) => many > 0) as [DriftKind, number][];
  const drop = (kind: DriftKind): void =>
    void run(async () => {
      await fleet.planning.dropDrifted({ campaignId, kinds: [kind] });
      setTurn((before) => before + 1);
    });
  return (
    <Panel title="Changed since it was frozen">
      {drift.state === "failed" ? <p role="alert">{drift.failure.message}</p> : undefined}
      {found === undefined ? undefined : (
        <p className="muted">
          Frozen {ago(found.plannedAt, now)}; {counted(found.compared, "recipient")} compared with the copy
          {found.asOf === undefined ? ", whose age is unknown" : ` of ${ago(found.asOf, now)}`}.
        </p>
      )}
      {found !== undefined && kinds.length === 0 ? <p>Nothing that matters has changed.</p> : undefined}
      {kinds.map(([kind, many]) => (
        <div className={classes["row"]} key={kind}>
          <b>
            {count(many)} {kindWords[kind]}
          </b>
          <Button loading={busy} onClick={() => drop(kind)}>
            Leave them out
          </Button>
        </div>
      ))}
      {found !== undefined && found.joined > 0 ? (
        <p>{counted(found.joined, "endpoint")} would join the audience today. Freeze anew to take them in.</p>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title="Nobody was left out" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {found === undefined || found.items.length === 0 ? undefined : (
        <ul className={classes["entries"]}>
          {found.items.slice(0, 20).map(({ row, name, endpoint, detail }) => (
            <li key={row}>
              <span>{name ?? endpoint}</span>
              <span className="muted">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** `_turn` only makes it another question. */
async function driftAt(
  campaignId: string,
  _turn: number,
  signal: AbortSignal,
): ReturnType<typeof fleet.planning.drift> {
  return await fleet.planning.drift({ campaignId }, signal);
}
