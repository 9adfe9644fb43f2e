/** A block of verbatim text with a copy button: a request, a policy. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactElement } from "react";
import classes from "./streams.module.css";

export interface CodeTextProps {
  /** Label for the copy button and screen readers: "Request 1". */
  readonly label: string;
  /** Above the text, such as method and path. */
  readonly title: string;
  readonly text: string;
}

export function CodeText({ label, title, text }: CodeTextProps): ReactElement {
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  return (
    <figure className={classes["code"]}>
      <figcaption>
        <span className="mono">{title}</span>
        <Button
          aria-label={t(($) => $.network.streams.code.copy, { label })}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />}
          onClick={() => copy(text)}
          size="compact-xs"
          variant="subtle"
        >
          {error === null
            ? copied
              ? t(($) => $.common.copied)
              : t(($) => $.common.copy)
            : t(($) => $.network.streams.code.copyFailed)}
        </Button>
      </figcaption>
      {/* May overflow its box: focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <pre aria-label={label} className="mono" role="region" tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}
