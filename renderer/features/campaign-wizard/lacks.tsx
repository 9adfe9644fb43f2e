/** What is missing before a campaign can be frozen, each with the way to its field. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { type Lack, steps } from "./draft-model.ts";
import classes from "./wizard.module.css";

export function Lacks({ lacks }: { readonly lacks: readonly Lack[] }): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  return (
    <Panel title={t(($) => $.planning.problems.title)}>
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
      <p className="muted">{t(($) => $.planning.problems.help)}</p>
    </Panel>
  );
}
