/** Changes of the recipients since the campaign was frozen, with actions to exclude them or to freeze again. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useCallback } from "react";
import type { DriftKind } from "#shared/contract/campaigns/planning.ts";
import { useEndpointCache } from "../../../data/connection.ts";
import { fleet } from "../../../lib/fleet.ts";
import { formatRelative, formatNumber } from "#shared/format.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Callout } from "../../../ui/callout.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { useCall } from "../../../ui/use-call.ts";
import { useNow } from "../../../ui/use-now.ts";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import type { Frozen } from "./frozen-slice.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

const kindLabels: Readonly<Record<DriftKind, string>> = {
  missing: t(($) => $.planning.drift.notInFleet),
  deleted: t(($) => $.planning.drift.deleted),
  disabled: t(($) => $.planning.drift.disabled),
  "sim-swapped": t(($) => $.planning.drift.simChanged),
  "text-differs": t(($) => $.planning.drift.textDiffers),
  renamed: t(($) => $.planning.drift.renamed),
};

const maxListedItems = 50;

export interface DriftPanelProps {
  readonly frozen: Frozen;
  readonly onFreeze: () => void;
}

export function DriftPanel({ frozen, onFreeze }: DriftPanelProps): ReactElement {
  const { campaignId, counts } = frozen.status;
  // The result depends on the cache and on removed recipients: a change of either loads it again.
  const syncedAt = useEndpointCache()?.asOf;
  const turn = `${syncedAt ?? ""} ${counts.pending}`;
  const drift = useAsyncState(useCallback((signal) => driftAt(campaignId, turn, signal), [campaignId, turn]));
  const { busy, failure, run } = useCall();
  const load = useFleetdesk((state) => state.loadFrozen);
  const now = useNow();
  const data = dataOf(drift);
  const kinds = Object.entries(data?.counts ?? {}).filter(([, many]) => many > 0) as [DriftKind, number][];
  const drop = (kind: DriftKind): void =>
    void run(async () => {
      await fleet.planning.dropDrifted({ campaignId, kinds: [kind] });
      await load(campaignId);
    });
  if (drift.state === "failed") {
    return (
      <Callout title={t(($) => $.planning.drift.failed)} tone="bad">
        <p>{formatText(drift.failure.text)}</p>
      </Callout>
    );
  }
  if (data === undefined) return <p className="muted">{t(($) => $.planning.drift.loading)}</p>;
  const { plannedAt, asOf, compared, joined, items } = data;
  const reviewed = formatRelative(plannedAt, now);
  const about =
    asOf === undefined
      ? t(($) => $.planning.drift.comparedAgeUnknown, { count: compared, reviewed })
      : t(($) => $.planning.drift.compared, { count: compared, reviewed, cached: formatRelative(asOf, now) });
  if (kinds.length === 0 && joined === 0)
    return (
      <p className="muted">
        {about} {t(($) => $.planning.drift.unchanged)}
      </p>
    );
  return (
    <Callout title={t(($) => $.planning.drift.title)} tone="waiting">
      <p className="muted">{about}</p>
      {kinds.map(([kind, many]) => (
        <div className={parts["drift"]} key={kind}>
          <span>
            <RichText
              components={{ b: <b /> }}
              text={($) => $.planning.drift.kindCount}
              values={{ kind: kindLabels[kind], recipients: formatNumber(many) }}
            />
          </span>
          <Button
            aria-label={t(($) => $.planning.drift.excludeKind, { count: many, kind: kindLabels[kind] })}
            loading={busy}
            onClick={() => drop(kind)}
          >
            {t(($) => $.planning.drift.exclude, { count: many })}
          </Button>
        </div>
      ))}
      {joined > 0 ? (
        <div className={parts["drift"]}>
          <span>
            <RichText
              components={{ b: <b /> }}
              text={($) => $.planning.drift.joined}
              values={{ endpoints: formatNumber(joined) }}
            />
          </span>
          <Button onClick={onFreeze}>{t(($) => $.planning.drift.reviewAgain)}</Button>
        </div>
      ) : undefined}
      {failure === undefined ? undefined : (
        <p className={classes["bad"]} role="alert">
          {formatText(failure.text)}
        </p>
      )}
      {items.length === 0 ? undefined : (
        <details>
          <summary className={classes["link"]}>{t(($) => $.planning.drift.changedRecipients)}</summary>
          <ul className={classes["entries"]}>
            {items.slice(0, maxListedItems).map(({ row, name, endpoint, details }) => (
              <li key={row}>
                <span>{name ?? endpoint}</span>
                <span className="muted">{details.map((text) => formatText(text)).join(" ")}</span>
              </li>
            ))}
          </ul>
          {items.length > maxListedItems ? (
            <p className="muted">{t(($) => $.planning.drift.firstRecipients, { visible: maxListedItems })}</p>
          ) : undefined}
        </details>
      )}
    </Callout>
  );
}

/** `_turn` triggers a reload. */
async function driftAt(
  campaignId: string,
  _turn: string,
  signal: AbortSignal,
): ReturnType<typeof fleet.planning.drift> {
  return await fleet.planning.drift({ campaignId }, signal);
}
