/** What changed of the recipients since the campaign was frozen, and the ways to leave those out or take the new ones in. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { DriftKind } from "#contract/planning.ts";
import { fleet } from "../../lib/fleet.ts";
import { ago, count, counted } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import { useNow } from "../../ui/use-now.ts";
import { useRemote } from "../../ui/use-remote.ts";
import type { Frozen } from "./frozen-slice.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

const kindWords: Readonly<Record<DriftKind, string>> = {
  gone: "gone from the fleet",
  deleted: "deleted",
  disabled: "disabled",
  "sim-swapped": "with another SIM",
  "text-differs": "whose text would differ now",
  renamed: "renamed",
};

const shownItems = 50;

export interface DriftPanelProps {
  readonly frozen: Frozen;
  readonly onFreeze: () => void;
}

export function DriftPanel({ frozen, onFreeze }: DriftPanelProps): ReactElement {
  const { campaignId, counts } = frozen.status;
  // Another copy of the fleet is another question; so is a plan that somebody was taken out of.
  const syncedAt = useFleetdesk((state) => shown(state.copy)?.asOf);
  const turn = `${syncedAt ?? ""} ${counts.pending}`;
  const drift = useRemote(useCallback((signal) => driftAt(campaignId, turn, signal), [campaignId, turn]));
  const { busy, failure, run } = useCall();
  const load = useFleetdesk((state) => state.loadFrozen);
  const now = useNow();
  const found = shown(drift);
  const kinds = Object.entries(found?.counts ?? {}).filter(([, many]) => many > 0) as [DriftKind, number][];
  const drop = (kind: DriftKind): void =>
    void run(async () => {
      await fleet.planning.dropDrifted({ campaignId, kinds: [kind] });
      await load(campaignId);
    });
  if (drift.state === "failed") {
    return (
      <Callout title="Whether anything changed since it was frozen is not known" tone="bad">
        <p>{drift.failure.message}</p>
      </Callout>
    );
  }
  if (found === undefined) return <p className="muted">Being compared with the copy on this computer…</p>;
  const { plannedAt, asOf, compared, joined, items } = found;
  const about = `Frozen ${ago(plannedAt, now)}; ${counted(compared, "recipient")} compared with the copy ${asOf === undefined ? "whose age is unknown" : `as of ${ago(asOf, now)}`}.`;
  if (kinds.length === 0 && joined === 0) return <p className="muted">{about} Nothing that matters has changed.</p>;
  return (
    <Callout title="Since this was frozen" tone="waiting">
      <p className="muted">{about}</p>
      {kinds.map(([kind, many]) => (
        <div className={parts["drift"]} key={kind}>
          <span>
            <b>{count(many)}</b> {kindWords[kind]}
          </span>
          <Button
            aria-label={`Leave the ${count(many)} out that are ${kindWords[kind]}`}
            loading={busy}
            onClick={() => drop(kind)}
          >
            Leave the {count(many)} out
          </Button>
        </div>
      ))}
      {joined > 0 ? (
        <div className={parts["drift"]}>
          <span>
            <b>{count(joined)}</b> new ones match the audience
          </span>
          <Button onClick={onFreeze}>Freeze anew with them</Button>
        </div>
      ) : undefined}
      {failure === undefined ? undefined : (
        <p className={classes["bad"]} role="alert">
          {failure.message}
        </p>
      )}
      {items.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>Who, and what changed</summary>
          <ul className={classes["entries"]}>
            {items.slice(0, shownItems).map(({ row, name, endpoint, detail }) => (
              <li key={row}>
                <span>{name ?? endpoint}</span>
                <span className="muted">{detail}</span>
              </li>
            ))}
          </ul>
          {items.length > shownItems ? <p className="muted">The first {shownItems} are shown.</p> : undefined}
        </details>
      )}
    </Callout>
  );
}

/** `_turn` only makes it another question. */
async function driftAt(
  campaignId: string,
  _turn: string,
  signal: AbortSignal,
): ReturnType<typeof fleet.planning.drift> {
  return await fleet.planning.drift({ campaignId }, signal);
}
