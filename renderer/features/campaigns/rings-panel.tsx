/** The rings of a campaign as a row of steps: how far each is, and what its gate asks for. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { RingStatus } from "#contract/campaign-words.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ConfirmDeed } from "./confirm-deed.tsx";
import { type Standing, whyNot } from "./deeds-model.ts";
import { gateWords, phaseWord, ringName, ringsShown } from "./rings-model.ts";
import classes from "./rings-panel.module.css";
import { useDeeds } from "./use-deeds.ts";

export function RingsPanel({ standing }: { readonly standing: Standing }): ReactElement | undefined {
  const { status, rings } = standing;
  const deeds = useDeeds(status);
  const [asked, setAsked] = useState(false);
  const now = useNow(1000);
  if (rings.length === 0) return undefined;
  const cannot = whyNot("open-ring", standing.status);
  const { shown, left } = ringsShown(rings, status.ring?.open ?? 0);
  return (
    <Panel
      aside={
        <Button disabled={cannot !== undefined} onClick={() => setAsked(true)} title={cannot}>
          {t(($) => $.campaigns.actions.openWave)}
        </Button>
      }
      title={t(($) => $.campaigns.waves.title, { count: rings.length })}
    >
      <ol className={classes["rings"]}>
        {shown.map((ring) => (
          <Ring current={ring.ring === status.ring?.open} key={ring.ring} now={now} ring={ring} />
        ))}
      </ol>
      {left === 0 ? undefined : <p className="muted">{t(($) => $.campaigns.waves.moreClosed, { count: left })}</p>}
      <ConfirmDeed
        asked={asked ? "open-ring" : undefined}
        deeds={deeds}
        onClose={() => setAsked(false)}
        standing={standing}
      />
    </Panel>
  );
}

interface RingProps {
  readonly ring: RingStatus;
  readonly current: boolean;
  readonly now: number;
}

function Ring({ ring, current, now }: RingProps): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const { phase, sent, size, message } = ring;
  const word = phaseWord(ring);
  return (
    <li aria-current={current ? "step" : undefined} className={classes["ring"]} data-phase={phase}>
      <div className={classes["head"]}>
        <button
          className={classes["name"]}
          onClick={() => refine({ ring: String(ring.ring) }, { replace: true })}
          title={t(($) => $.campaigns.waves.showRecipients)}
          type="button"
        >
          {ringName(ring)}
        </button>
        <StatusPill tone={word.tone}>{word.text}</StatusPill>
      </div>
      <div className={classes["bar"]}>
        <i style={{ width: `${size === 0 ? 0 : (Math.min(sent, size) / size) * 100}%` }} />
      </div>
      <p>{t(($) => $.campaigns.waves.sentOf, { sent, size })}</p>
      <p className="muted">{gateWords(ring, now)}</p>
      {message === undefined ? undefined : <p className="muted">{message}</p>}
    </li>
  );
}
