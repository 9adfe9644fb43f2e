/** The waves of a campaign in a row, with progress and gate. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { WaveStatus } from "#shared/contract/campaigns/campaign-schemas.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { type CampaignDetail, openNextWave } from "./campaign-actions.ts";
import { formatGateProgress, phaseWord, waveName, visibleWaves } from "./wave-text.ts";
import classes from "./waves-panel.module.css";

export function WavesPanel({ detail }: { readonly detail: CampaignDetail }): ReactElement | undefined {
  const { status, waves } = detail;
  const now = useNow(1000);
  if (waves.length === 0) return undefined;
  const { visible, left } = visibleWaves(waves, status.wave?.open ?? 0);
  return (
    <Panel
      aside={<ActionButton action={openNextWave} target={status} />}
      title={t(($) => $.campaigns.waves.title, { count: waves.length })}
    >
      <ol className={classes["waves"]}>
        {visible.map((wave) => (
          <Wave current={wave.wave === status.wave?.open} key={wave.wave} now={now} wave={wave} />
        ))}
      </ol>
      {left === 0 ? undefined : <p className="muted">{t(($) => $.campaigns.waves.moreClosed, { count: left })}</p>}
    </Panel>
  );
}

interface WaveProps {
  readonly wave: WaveStatus;
  readonly current: boolean;
  readonly now: number;
}

function Wave({ wave, current, now }: WaveProps): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const { phase, sent, size, message } = wave;
  const word = phaseWord(wave);
  return (
    <li aria-current={current ? "step" : undefined} className={classes["wave"]} data-phase={phase}>
      <div className={classes["head"]}>
        <button
          className={classes["name"]}
          onClick={() => setQuery({ wave: String(wave.wave) }, { replace: true })}
          title={t(($) => $.campaigns.waves.showRecipients)}
          type="button"
        >
          {waveName(wave)}
        </button>
        <StatusPill tone={word.tone}>{word.text}</StatusPill>
      </div>
      <div className={classes["bar"]}>
        <i style={{ width: `${size === 0 ? 0 : (Math.min(sent, size) / size) * 100}%` }} />
      </div>
      <p>{t(($) => $.campaigns.waves.sentOf, { sent, size })}</p>
      <p className="muted">{formatGateProgress(wave, now)}</p>
      {message === undefined ? undefined : <p className="muted">{message}</p>}
    </li>
  );
}
