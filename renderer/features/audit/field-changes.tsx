/** What was before and is after, or was asked for, field by field; what did not change stands quietly beside it. */
import type { ReactElement } from "react";
import type { AuditOutcome, FieldChange } from "#contract/audit-words.ts";
import { sentWords } from "./audit-model.ts";
import classes from "./audit.module.css";

export interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  readonly outcome: AuditOutcome;
}

export function FieldChanges({ fields, outcome }: FieldChangesProps): ReactElement | undefined {
  if (fields.length === 0) return undefined;
  const hasBefore = fields.some(({ before }) => before !== undefined);
  const hasAfter = fields.some(({ after }) => after !== undefined);
  const words = sentWords(outcome);
  const both = words.changed ? "Before and after" : "Before, and what was asked for";
  return (
    <table className={classes["fields"]}>
      <caption>{hasBefore && hasAfter ? both : hasAfter ? "What was asked for" : "What there was"}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasBefore ? <th scope="col">Before</th> : undefined}
          {hasAfter ? <th scope="col">{words.after}</th> : undefined}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after, changed }) => (
          <tr data-changed={(changed && hasBefore && hasAfter) || undefined} key={field}>
            <th scope="row">{field}</th>
            {hasBefore ? <Side text={before} was={changed && words.changed} /> : undefined}
            {hasAfter ? <Side text={after} /> : undefined}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ text, was = false }: { readonly text: string | undefined; readonly was?: boolean }): ReactElement {
  if (text === undefined) return <td className={classes["none"]}>not noted</td>;
  return <td className="mono">{was ? <s>{text}</s> : text}</td>;
}
