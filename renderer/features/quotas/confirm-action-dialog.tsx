/** Confirms an action on many endpoints; a large count must be typed. */
import { formatText, t } from "#shared/texts/text.ts";
import { maxUnconfirmed } from "#shared/contract/limits.ts";
import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import { formatNumber } from "#shared/format.ts";
import { parseNumber } from "../../lib/parse-number.ts";
import { Callout } from "../../ui/callout.tsx";
import type { ActionConfirmation } from "./possible-actions.ts";
import classes from "./quotas.module.css";

export interface ConfirmActionDialogProps {
  readonly question: ActionConfirmation | undefined;
  /** Label of an additional checkbox. */
  readonly option: string | undefined;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: (confirmedCount: number | undefined, option: boolean) => void;
  readonly onClose: () => void;
}

export function ConfirmActionDialog(props: ConfirmActionDialogProps): ReactElement {
  const { question, onClose } = props;
  return (
    <Modal onClose={onClose} opened={question !== undefined} title={question?.title}>
      {question === undefined ? undefined : <ConfirmActionForm {...props} question={question} />}
    </Modal>
  );
}

type ConfirmActionFormProps = ConfirmActionDialogProps & { readonly question: ActionConfirmation };

function ConfirmActionForm({
  question,
  option,
  busy,
  failure,
  onConfirm,
  onClose,
}: ConfirmActionFormProps): ReactElement {
  const [input, setInput] = useState("");
  const [ticked, setTicked] = useState(false);
  const many = question.count > maxUnconfirmed;
  const number = parseNumber(input);
  const ready = !many || number === question.count;
  const isMismatch =
    many && input.trim() !== "" && !ready && formatNumber(question.count).length <= input.trim().length;
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onConfirm(many ? number : undefined, ticked);
      }}
    >
      <p>{question.text}</p>
      {option === undefined ? undefined : (
        <Checkbox checked={ticked} label={option} onChange={({ currentTarget }) => setTicked(currentTarget.checked)} />
      )}
      {many ? (
        <TextInput
          autoComplete="off"
          data-autofocus
          error={isMismatch ? t(($) => $.quotas.question.wrongNumber, { count: question.count }) : undefined}
          inputMode="numeric"
          label={t(($) => $.quotas.question.typeNumber, { count: question.count })}
          onChange={({ currentTarget }) => setInput(currentTarget.value)}
          value={input}
        />
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.quotas.question.failed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      <div className={classes["buttons"]}>
        <Button
          color={question.danger ? "red" : undefined}
          disabled={!ready}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {question.confirmLabel}
        </Button>
        <Button data-autofocus={many ? undefined : true} onClick={onClose}>
          {question.cancelLabel ?? t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}
