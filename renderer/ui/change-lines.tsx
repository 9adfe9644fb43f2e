/** Old and new values of a record's fields, one line each. */
import { t } from "#shared/texts/text.ts";
import { IconArrowNarrowRight } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { fieldLabel } from "../lib/field-label.ts";
import type { ChangeLine } from "../lib/changes.ts";
import { MiddleTruncate } from "./middle-truncate.tsx";
import classes from "./change-lines.module.css";

/** Height of one line in pixels, for lists that compute row heights in advance. */
export const changeLinePx = 20;

export function ChangeLines({
  lines,
  wrap = false,
}: {
  readonly lines: readonly ChangeLine[];
  /** Wraps long values instead of truncating them. */
  readonly wrap?: boolean;
}): ReactElement {
  return (
    <ul className={classes["lines"]} data-wrap={wrap || undefined}>
      {lines.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes["field"]} title={field}>
            {fieldLabel(field)}
          </span>
          <Value text={before} isPrevious wrap={wrap} />
          <span className={classes["after"]}>
            <IconArrowNarrowRight
              aria-label={t(($) => $.shell.changedTo)}
              className={classes["arrow"]}
              size={14}
              stroke={1.6}
            />
            <Value text={after} wrap={wrap} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Value({
  text,
  wrap,
  isPrevious = false,
}: {
  readonly text: string | undefined;
  readonly wrap: boolean;
  readonly isPrevious?: boolean;
}): ReactElement {
  if (text === undefined) return <span className={classes["none"]}>{t(($) => $.common.none)}</span>;
  return (
    <span className={`mono ${classes[isPrevious ? "previous" : "current"]}`} title={text}>
      {wrap ? text : <MiddleTruncate text={text} />}
    </span>
  );
}
