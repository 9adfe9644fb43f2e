/** Values before and after a change (or requested), field by field; unchanged fields are muted. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { AuditOutcome, FieldChange } from "#contract/audit-schemas.ts";
import { afterHeading } from "./audit-query.ts";
import classes from "./audit.module.css";

export interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  readonly outcome: AuditOutcome;
}

export function FieldChanges({ fields, outcome }: FieldChangesProps): ReactElement | undefined {
  if (fields.length === 0) return undefined;
  const hasBefore = fields.some(({ before }) => before !== undefined);
  const hasAfter = fields.some(({ after }) => after !== undefined);
  const heading = afterHeading(outcome);
  const both = heading.changed ? t(($) => $.audit.fields.beforeAndAfter) : t(($) => $.audit.fields.beforeAndRequested);
  return (
    <table className={classes["fields"]}>
      <caption>
        {hasBefore && hasAfter
          ? both
          : hasAfter
            ? t(($) => $.audit.fields.requestedValues)
            : t(($) => $.audit.fields.previousValues)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.audit.fields.field)}</th>
          {hasBefore ? <th scope="col">{t(($) => $.audit.fields.before)}</th> : undefined}
          {hasAfter ? <th scope="col">{heading.after}</th> : undefined}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after, changed }) => (
          <tr data-changed={(changed && hasBefore && hasAfter) || undefined} key={field}>
            <th scope="row">{field}</th>
            {hasBefore ? <Side text={before} was={changed && heading.changed} /> : undefined}
            {hasAfter ? <Side text={after} /> : undefined}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ text, was = false }: { readonly text: string | undefined; readonly was?: boolean }): ReactElement {
  if (text === undefined) return <td className={classes["none"]}>{t(($) => $.audit.fields.notRecorded)}</td>;
  return <td className="mono">{was ? <s>{text}</s> : text}</td>;
}
