/** A block of verbatim text with a copy button: a request, a policy. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { CopyButton } from "../../../ui/copyable.tsx";
import classes from "./streams.module.css";

export interface CodeTextProps {
  /** Label for the copy button and screen readers: "Request 1". */
  readonly label: string;
  /** Above the text, such as method and path. */
  readonly title: string;
  readonly text: string;
}

export function CodeText({ label, title, text }: CodeTextProps): ReactElement {
  return (
    <figure className={classes["code"]}>
      <figcaption>
        <span className="mono">{title}</span>
        <CopyButton
          aria-label={t(($) => $.shell.clipboard.copyValue, { label })}
          hasIcon
          size="compact-xs"
          text={text}
          variant="subtle"
        >
          {t(($) => $.common.copy)}
        </CopyButton>
      </figcaption>
      {/* May overflow its box: focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <pre aria-label={label} className="mono" role="region" tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
