/** A form that sends a request: its fields, a failure that belongs to no field, and its buttons. */
import { formatText } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import { aboutNoField } from "../../lib/field-failure.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import classes from "./network.module.css";

export interface SendFormProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly failureTitle: string;
  /** Fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
  /** Additional buttons. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

export function SendForm(props: SendFormProps): ReactElement {
  const { submit, danger, busy, failure, failureTitle, fields = [], onSubmit, buttons, children } = props;
  const blocker = useSendBlocker();
  const form = useFirstErrorFocus(failure);
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      ref={form}
    >
      {children}
      {aboutNoField(failure, fields) ? (
        <Callout title={failureTitle} tone="bad">
          <p>{formatText(failure.text)}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      ) : undefined}
      <ConnectionTag />
      <div className={classes["actions"]}>
        <Button
          color={danger === true ? "red" : undefined}
          disabled={blocker !== undefined}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {submit}
        </Button>
        {buttons}
        <SendBlocker reason={blocker} />
      </div>
    </form>
  );
}
