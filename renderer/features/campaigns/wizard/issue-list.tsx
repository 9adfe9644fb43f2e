/** Issues that prevent freezing the campaign, each with a link to its field. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Panel } from "../../../ui/panel.tsx";
import { type DraftIssue, steps } from "./draft-issues.ts";
import classes from "./wizard.module.css";

export function IssueList({ issues }: { readonly issues: readonly DraftIssue[] }): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  return (
    <Panel title={t(($) => $.planning.problems.title)}>
      <ul className={classes["issues"]}>
        {issues.map(({ step, field, message }) => (
          <li key={`${step} ${field}`}>
            <button className={classes["link"]} onClick={() => setQuery({ step })} type="button">
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
