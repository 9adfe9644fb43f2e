/** How long it takes, whether the session lasts, what the governor allows, and who has no SMS quota left. */
import type { ReactElement } from "react";
import { counted, lasting, when } from "../../lib/format.ts";
import { Facts, Panel } from "../../ui/panel.tsx";
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
      <Panel title="Time and cost">
        {problem === undefined ? undefined : (
          <p className={classes["bad"]} role="alert">
            {problem}
          </p>
        )}
        {found === undefined ? (
          <p className="muted">{problem === undefined ? "Being worked out…" : "Not known."}</p>
        ) : (
          <>
            <p>
              About <b>{lasting(found.durationMs)}</b>; ends{" "}
              {zone === ownZone() ? when(found.endsAt, now) : sayMoment(found.endsAt, zone)}.
            </p>
            <p className="muted">{found.rateMessage}</p>
            <Facts
              facts={[
                ...(found.defaultRate === undefined ? [] : [["Rate", found.defaultRate] as const]),
                ["Costs", counted(found.segments, "segment")],
                [
                  "Session",
                  <span className={lasts ? undefined : classes["wait"]} key="session">
                    {found.session.message}
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
