/** One condition as a chip that can be edited as text or removed. */
import { t } from "#shared/texts/text.ts";
import { IconX } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { Condition, Field } from "#shared/contract/fleet/fleet.ts";
import classes from "./filter-bar.module.css";
import { fieldWord } from "../../lib/field-label.ts";
import { matchWord, valueWord } from "./filter-text.ts";

export interface FilterChipProps {
  readonly condition: Condition;
  readonly fields: readonly Field[];
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function FilterChip({ condition, fields, onEdit, onRemove }: FilterChipProps): ReactElement {
  const word = valueWord(condition, fields);
  const match = matchWord(condition, fields);
  const hint = fields.find(({ name }) => name === condition.field)?.hint;
  const conditionText = `${fieldWord(condition.field)} ${match ?? ""} ${word}`.replaceAll("  ", " ");
  return (
    <span className={classes["chip"]}>
      <button className={classes["chip-text"]} onClick={onEdit} title={hint} type="button">
        <span className="visually-hidden">{t(($) => $.shell.filter.editCondition)} </span>
        <em>{fieldWord(condition.field)}</em> {match === undefined ? "" : <em>{match} </em>}
        <span className={/^[\d.]+$/.test(word) ? "mono" : undefined}>{word}</span>
      </button>
      <button
        aria-label={t(($) => $.shell.filter.removeCondition, { condition: conditionText })}
        className={classes["chip-end"]}
        onClick={onRemove}
        type="button"
      >
        <IconX size={12} />
      </button>
    </span>
  );
}
