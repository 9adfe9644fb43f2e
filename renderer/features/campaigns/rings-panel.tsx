/** The rings of a campaign in their order: how far each is, and what its gate asks for. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { CampaignStatus, RingStatus } from "#contract/campaign-words.ts";
import { count, when } from "../../lib/format.ts";
import type { StatusTone } from "../../lib/records.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { whyNot } from "./campaign-model.ts";
import classes from "./campaigns.module.css";
import { ConfirmDeed } from "./confirm-deed.tsx";
import { useDeeds } from "./use-deeds.ts";

const phases: Readonly<Record<RingStatus["phase"], { readonly text: string; readonly tone: StatusTone }>> = {
  closed: { text: "closed", tone: "neutral" },
  sending: { text: "sending", tone: "good" },
  waiting: { text: "waits at its gate", tone: "waiting" },
  passed: { text: "passed", tone: "good" },
  failed: { text: "failed", tone: "bad" },
};

export interface RingsPanelProps {
  readonly rings: readonly RingStatus[];
  readonly status: CampaignStatus;
}

export function RingsPanel({ rings, status }: RingsPanelProps): ReactElement | undefined {
  const deeds = useDeeds(status);
  const [asked, setAsked] = useState(false);
  const now = useNow(1000);
  if (rings.length === 0) return undefined;
  const cannot = whyNot("open-ring", status);
  return (
    <Panel
      aside={
        <Button disabled={cannot !== undefined} onClick={() => setAsked(true)} title={cannot}>
          Open the next ring…
        </Button>
      }
      title="Rings"
    >
      <ol className={classes["rings"]}>
        {rings.map((ring) => (
          <li data-open={ring.ring === status.ring?.open || undefined} key={ring.ring}>
            <b>{ring.canary ? "Canary" : `Wave ${ring.ring + (rings[0]?.canary === true ? 0 : 1)}`}</b>
            <StatusPill tone={phases[ring.phase].tone}>{phases[ring.phase].text}</StatusPill>
            <span>
              {count(ring.sent)} of {count(ring.size)} sent
            </span>
            <span className="muted">{gateWords(ring, now)}</span>
            {ring.message === undefined ? undefined : <span className="muted">{ring.message}</span>}
          </li>
        ))}
      </ol>
      <ConfirmDeed
        asked={asked ? "open-ring" : undefined}
        deeds={deeds}
        onClose={() => setAsked(false)}
        status={status}
      />
    </Panel>
  );
}

/** What the gate asks for, how far it is, and until when. */
function gateWords({ gate, needed, delivered, asExpected, until, phase }: RingStatus, now: number): string {
  const time = phase === "waiting" && until !== undefined ? `, until ${when(until, now)}` : "";
  if (gate === undefined) return phase === "waiting" ? `pause${time}` : "no gate";
  const [so, word] = gate.on === "delivered" ? [delivered, "delivered"] : [asExpected, "answered as expected"];
  const wanted = needed === undefined ? `${Math.round(gate.share * 100)} %` : count(needed);
  return `${count(so)} ${word}, ${wanted} needed within ${gate.withinMinutes} min${time}`;
}
