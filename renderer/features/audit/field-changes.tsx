/** Values before and after a change (or requested), field by field; unchanged fields are muted. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { AuditOutcome, FieldChange } from "#shared/contract/audit/audit-schemas.ts";
import { afterHeading } from "./audit-query.ts";
import classes from "./audit.module.css";
import { recordedLabel, recordedValue } from "./field-texts.ts";

export interface FieldChangesProps {
  readonly fields: readonly FieldChange[];
  readonly outcome: AuditOutcome;
  /** Path of the API call. */
  readonly path: string;
}

export function FieldChanges({ fields, outcome, path }: FieldChangesProps): ReactElement | undefined {
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
            <th scope="row" title={field}>
              {recordedLabel(field, path)}
            </th>
            {hasBefore ? <Side field={field} text={before} was={changed && heading.changed} /> : undefined}
            {hasAfter ? <Side field={field} text={after} /> : undefined}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SideProps {
  readonly field: string;
  readonly text: string | undefined;
  readonly was?: boolean;
}

function Side({ field, text, was = false }: SideProps): ReactElement {
  if (text === undefined) return <td className={classes["none"]}>{t(($) => $.audit.fields.notRecorded)}</td>;
  const value = recordedValue(field, text);
  return (
    <td className="mono" title={text}>
      {was ? <s>{value}</s> : value}
    </td>
  );
}
