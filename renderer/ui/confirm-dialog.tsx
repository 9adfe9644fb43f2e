/** Confirms one action before it happens: its summary and impact, what has to be entered, and the failure of the last attempt. */
import { t } from "#shared/texts/text.ts";
import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { Confirmation, ConfirmationInput } from "../lib/confirmation.ts";
import { aboutNoField } from "../lib/field-failure.ts";
import { wholeNumberOf } from "../lib/parse-number.ts";
import { FailureCallout } from "./callout.tsx";
import classes from "./confirm-dialog.module.css";
import { ConnectionTag } from "./connection-tag.tsx";
import { SendBlocker } from "./send-blocker.tsx";
import { needsSignIn, SignInLink } from "./sign-in-link.tsx";
import type { Call } from "./use-call.ts";

export interface ConfirmDialogProps {
  /** Undefined: closed. What was entered is discarded with it. */
  readonly confirmation: Confirmation | undefined;
  /** With another id, what was entered is discarded. */
  readonly id?: string;
  readonly call: Pick<Call, "busy" | "failure">;
  readonly failureTitle?: string;
  /** Fields among the children that show their own errors. */
  readonly fields?: readonly string[];
  /** False if the children lack something. */
  readonly ready?: boolean;
  /** Why nothing can be sent now; undefined if it can. */
  readonly blocker?: string;
  /** Connection that the action uses, if it is not the current one: shown, and to sign in to if the action fails for lack of a session. */
  readonly connection?: string;
  readonly onConfirm: (input: ConfirmationInput) => void;
  readonly onClose: () => void;
  /** Impact, and inputs of the action. */
  readonly children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { confirmation, id, onClose } = props;
  return (
    <Modal onClose={onClose} opened={confirmation !== undefined} title={confirmation?.title}>
      {confirmation === undefined ? undefined : <ConfirmForm {...props} {...confirmation} key={id} />}
    </Modal>
  );
}

function ConfirmForm(props: Omit<ConfirmDialogProps, "confirmation"> & Confirmation): ReactElement {
  const { summary = [], numberToType, acknowledgement, option, danger, confirmLabel, cancelLabel } = props;
  const { call, failureTitle, fields = [], blocker, connection, onConfirm, onClose, children } = props;
  const [input, setInput] = useState("");
  /** The failure below the checkbox when it was ticked: it is ticked again after another one. */
  const [acknowledgedAt, setAcknowledgedAt] = useState<{ readonly failure: Failure | undefined }>();
  const acknowledged = acknowledgedAt !== undefined && acknowledgedAt.failure === call.failure;
  const [isOptionTicked, setIsOptionTicked] = useState(false);
  const number = numberToType === undefined ? undefined : wholeNumberOf(input);
  const isNumberRight = number === numberToType;
  const isMismatch = !isNumberRight && String(number ?? input.trim()).length >= String(numberToType).length;
  const ready =
    (props.ready ?? true) && blocker === undefined && isNumberRight && (acknowledgement === undefined || acknowledged);
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onConfirm({ number, option: isOptionTicked, acknowledged: acknowledgement !== undefined && acknowledged });
      }}
    >
      <ConnectionTag name={connection} />
      {[summary].flat().map((text) => (
        <p key={text}>{text}</p>
      ))}
      {children}
      {option === undefined ? undefined : (
        <Checkbox
          checked={isOptionTicked}
          label={option}
          onChange={({ currentTarget }) => setIsOptionTicked(currentTarget.checked)}
        />
      )}
      {acknowledgement === undefined ? undefined : (
        <Checkbox
          checked={acknowledged}
          data-autofocus
          label={acknowledgement}
          onChange={({ currentTarget }) =>
            setAcknowledgedAt(currentTarget.checked ? { failure: call.failure } : undefined)
          }
        />
      )}
      {numberToType === undefined ? undefined : (
        <TextInput
          autoComplete="off"
          data-autofocus
          error={isMismatch ? t(($) => $.common.wrongNumber, { number: numberToType }) : undefined}
          inputMode="numeric"
          label={t(($) => $.common.typeNumber, { number: numberToType })}
          onChange={({ currentTarget }) => setInput(currentTarget.value)}
          value={input}
        />
      )}
      {aboutNoField(call.failure, fields) ? (
        <FailureCallout
          actions={
            connection !== undefined && needsSignIn(call.failure.code) ? (
              <SignInLink connection={connection} />
            ) : undefined
          }
          failure={call.failure}
          hasCode
          title={failureTitle ?? t(($) => $.common.actionFailed)}
        />
      ) : undefined}
      <div className="controls">
        <Button
          color={danger === true ? "red" : undefined}
          disabled={!ready}
          loading={call.busy}
          type="submit"
          variant="filled"
        >
          {confirmLabel}
        </Button>
        {/* An input that takes the focus comes first in the document. */}
        <Button data-autofocus onClick={onClose}>
          {cancelLabel ?? t(($) => $.common.cancel)}
        </Button>
        <SendBlocker reason={blocker} />
      </div>
    </form>
  );
}
