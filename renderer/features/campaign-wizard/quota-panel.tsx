/** Who has no SMS quota left: asked of the service only when a person asks, for a sample or for everybody. */
import { Button, Progress } from "@mantine/core";
import type { ReactElement } from "react";
import { count, lasting } from "../../lib/format.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { Preflight } from "./frozen-slice.ts";
import { type QuotaExtent, sampleSize } from "./use-preflight.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

export interface QuotaPanelProps {
  readonly found: Preflight | undefined;
  readonly asking: QuotaExtent | undefined;
  readonly onAsk: (quota: QuotaExtent) => void;
  readonly onStop: () => void;
}

export function QuotaPanel({ found, asking, onAsk, onStop }: QuotaPanelProps): ReactElement {
  const progress = useFleetdesk((state) => state.quotaAsking);
  const recipients = found?.recipients ?? 0;
  const quota = found?.quota;
  const about = found === undefined || found.rate <= 0 ? "" : ` (about ${lasting((recipients / found.rate) * 1000)})`;
  const done = progress?.done ?? 0;
  const total = progress?.total;
  const title =
    quota === undefined ? "SMS quota" : `SMS quota, ${quota.complete ? "everybody" : count(quota.asked)} asked`;
  return (
    <Panel title={title}>
      {quota === undefined ? (
        <p className="muted">Nobody was asked for the SMS quota yet.</p>
      ) : (
        <QuotaWords quota={quota} />
      )}
      {asking === undefined ? (
        <div className={classes["buttons"]}>
          {recipients > sampleSize ? (
            <Button disabled={found === undefined} onClick={() => onAsk("sample")}>
              Check {sampleSize} of them
            </Button>
          ) : undefined}
          {quota?.complete === true ? undefined : (
            <Button disabled={found === undefined || recipients === 0} onClick={() => onAsk("full")}>
              Check all {count(recipients)}
              {about}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes["buttons"]}>
          <Progress
            aria-label="Quotas asked for"
            className={parts["progress"] ?? ""}
            value={total === undefined ? 0 : (done / Math.max(1, total)) * 100}
          />
          <span className="muted">{total === undefined ? "" : `${count(done)} of ${count(total)}`}</span>
          <Button onClick={onStop}>Stop asking</Button>
        </div>
      )}
    </Panel>
  );
}

function QuotaWords({ quota }: { readonly quota: NonNullable<Preflight["quota"]> }): ReactElement {
  const { enough, short, unset, unknown, items } = quota;
  return (
    <>
      <div className={classes["buttons"]}>
        <StatusPill tone="good">{count(enough)} enough</StatusPill>
        {short === 0 ? undefined : <StatusPill tone="bad">{count(short)} too little</StatusPill>}
        {unset === 0 ? undefined : (
          <StatusPill title="What no quota means depends on the service profile." tone="neutral">
            {count(unset)} without a quota
          </StatusPill>
        )}
        {unknown === 0 ? undefined : <StatusPill tone="unknown">{count(unknown)} unknown</StatusPill>}
      </div>
      {items.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>Who has too little</summary>
          <ul className={classes["entries"]}>
            {items.map(({ endpoint, name, left, needed }) => (
              <li key={endpoint}>
                <span>{name ?? endpoint}</span>
                <span className="muted">
                  {count(left)} left, {count(needed)} needed
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
