/** What is missing before a campaign can be frozen, each with the way to its field. */
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { type Lack, steps } from "./draft-model.ts";
import classes from "./wizard.module.css";

export function Lacks({ lacks }: { readonly lacks: readonly Lack[] }): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  return (
    <Panel title="Not complete yet">
      <ul className={classes["lacks"]}>
        {lacks.map(({ step, field, message }) => (
          <li key={`${step} ${field}`}>
            <button className={classes["link"]} onClick={() => refine({ step })} type="button">
              {steps.find(({ id }) => id === step)?.title}
            </button>
            {message}
          </li>
        ))}
      </ul>
      <p className="muted">What is written is kept; it can be gone on with at any time.</p>
    </Panel>
  );
}
