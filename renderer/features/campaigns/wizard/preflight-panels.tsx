/** Duration, session lifetime, rate limit, and endpoints without SMS quota. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { formatDuration, formatTime } from "#shared/format.ts";
import { Facts, Panel } from "../../../ui/panel.tsx";
import { RichText } from "../../../ui/rich-text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import type { Frozen } from "./frozen-slice.ts";
import { QuotaPanel } from "./quota-panel.tsx";
import { ownZone, formatMoment } from "./schedule-time.ts";
import { usePreflight } from "./use-preflight.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

export function PreflightPanels({ frozen }: { readonly frozen: Frozen }): ReactElement {
  const { preflight, problem, pendingExtent, checkQuotas, stop } = usePreflight(frozen);
  const zone = frozen.planned.schedule?.zone ?? ownZone();
  const now = useNow();
  const lasts = preflight?.session.verdict === "enough" || preflight?.session.verdict === "unlimited";
  return (
    <div className={parts["pair"]}>
      <Panel title={t(($) => $.planning.preflight.title)}>
        {problem === undefined ? undefined : (
          <p className={classes["bad"]} role="alert">
            {problem}
          </p>
        )}
        {preflight === undefined ? (
          <p className="muted">
            {problem === undefined ? t(($) => $.planning.preflight.calculating) : t(($) => $.common.unknown)}
          </p>
        ) : (
          <>
            <p>
              <RichText
                components={{ b: <b /> }}
                text={($) => $.planning.preflight.duration}
                values={{
                  duration: formatDuration(preflight.durationMs),
                  end: zone === ownZone() ? formatTime(preflight.endsAt, now) : formatMoment(preflight.endsAt, zone),
                }}
              />
            </p>
            <p className="muted">{formatText(preflight.rateMessage)}</p>
            <Facts
              facts={[
                ...(preflight.defaultRate === undefined
                  ? []
                  : [[t(($) => $.planning.preflight.rate), formatText(preflight.defaultRate)] as const]),
                [t(($) => $.planning.preflight.cost), t(($) => $.common.segmentCount, { count: preflight.segments })],
                [
                  t(($) => $.planning.preflight.session),
                  <span className={lasts ? undefined : classes["warning"]} key="session">
                    {formatText(preflight.session.message)}
                  </span>,
                ],
              ]}
            />
          </>
        )}
      </Panel>
      <QuotaPanel pendingExtent={pendingExtent} preflight={preflight} onCheck={checkQuotas} onStop={stop} />
    </div>
  );
}
