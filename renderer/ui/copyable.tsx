/** A value with a copy button that appears on hover and on keyboard focus, and a button that copies a text. */
import { t } from "#shared/texts/text.ts";
import { Button, type ButtonProps } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import classes from "./copyable.module.css";

export interface CopyableProps {
  /** The copied text. */
  readonly value: string;
  /** Name of the value for screen readers: "ICCID". */
  readonly label: string;
  readonly children?: ReactNode;
  readonly mono?: boolean;
}

export function Copyable({ value, label, children, mono = false }: CopyableProps): ReactElement {
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  const buttonLabel =
    error === null
      ? copied
        ? t(($) => $.common.copied)
        : t(($) => $.shell.clipboard.copyValue, { label })
      : t(($) => $.shell.clipboard.failed);
  return (
    <span className={classes["copyable"]}>
      <span
        className={mono ? `mono ${classes["value"]}` : classes["value"]}
        translate={children === undefined ? ("no" as const) : undefined}
      >
        {children ?? value}
      </span>
      <button
        aria-label={buttonLabel}
        className={classes["button"]}
        data-feedback={copied || error !== null || undefined}
        onClick={() => copy(value)}
        title={buttonLabel}
        type="button"
      >
        {copied ? <IconCheck aria-hidden="true" size={14} /> : <IconCopy aria-hidden="true" size={14} stroke={1.6} />}
      </button>
    </span>
  );
}

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly children: ReactNode;
  readonly hasIcon?: boolean;
}

/** Says whether it copied. */
export function CopyButton({ text, children, hasIcon = false, ...rest }: CopyButtonProps): ReactElement {
  const { copy, copied, error } = useClipboard({ timeout: 1500 });
  const icon = copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.6} />;
  return (
    <Button leftSection={hasIcon ? icon : undefined} {...rest} onClick={() => copy(text)}>
      {error === null ? (copied ? t(($) => $.common.copied) : children) : t(($) => $.shell.clipboard.failed)}
    </Button>
  );
}
