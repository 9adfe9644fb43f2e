/** How long it takes, whether the session lasts, what the governor allows, and who has no SMS quota left. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { lasting, when } from "../../lib/format.ts";
import { Facts, Panel } from "../../ui/panel.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { Frozen } from "./frozen-slice.ts";
import { QuotaPanel } from "./quota-panel.tsx";
import { ownZone, sayMoment } from "./schedule-model.ts";
import { usePreflight } from "./use-preflight.ts";
import parts from "./review.module.css";
import classes from "./wizard.module.css";

export function PreflightPanels({ frozen }: { readonly frozen: Frozen }): ReactElement {
  const { found, problem, asking, ask, stop } = usePreflight(frozen);
  const zone = frozen.planned.schedule?.zone ?? ownZone();
  const now = useNow();
  const lasts = found?.session.verdict === "enough" || found?.session.verdict === "unlimited";
  return (
    <div className={parts["pair"]}>
      <Panel title={t(($) => $.planning.preflight.title)}>
        {problem === undefined ? undefined : (
          <p className={classes["bad"]} role="alert">
            {problem}
          </p>
        )}
        {found === undefined ? (
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
                  duration: lasting(found.durationMs),
                  end: zone === ownZone() ? when(found.endsAt, now) : sayMoment(found.endsAt, zone),
                }}
              />
            </p>
            <p className="muted">{formatText(found.rateMessage)}</p>
            <Facts
              facts={[
                ...(found.defaultRate === undefined
                  ? []
                  : [[t(($) => $.planning.preflight.rate), formatText(found.defaultRate)] as const]),
                [t(($) => $.planning.preflight.cost), t(($) => $.common.segmentCount, { count: found.segments })],
                [
                  t(($) => $.planning.preflight.session),
                  <span className={lasts ? undefined : classes["wait"]} key="session">
                    {formatText(found.session.message)}
                  </span>,
                ],
              ]}
            />
          </>
        )}
      </Panel>
      <QuotaPanel asking={asking} found={found} onAsk={ask} onStop={stop} />
    </div>
  );
}
