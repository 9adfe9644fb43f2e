/** What reaches many devices says first what it means; a large number is typed. */
import { formatText, t } from "#shared/texts/text.ts";
import { maxUnconfirmed } from "#contract/limits.ts";
import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Failure } from "#contract/kit.ts";
import { count } from "../../lib/format.ts";
import { typedNumber } from "../../lib/typed-number.ts";
import { Callout } from "../../ui/callout.tsx";
import type { Question } from "./change-deeds-model.ts";
import classes from "./quotas.module.css";

export interface DeedDialogProps {
  readonly question: Question | undefined;
  /** A second question beside it, ticked or not. */
  readonly option: string | undefined;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onYes: (typed: number | undefined, option: boolean) => void;
  readonly onClose: () => void;
}

export function DeedDialog(props: DeedDialogProps): ReactElement {
  const { question, onClose } = props;
  return (
    <Modal onClose={onClose} opened={question !== undefined} title={question?.title}>
      {question === undefined ? undefined : <Asked {...props} question={question} />}
    </Modal>
  );
}

type AskedProps = DeedDialogProps & { readonly question: Question };

function Asked({ question, option, busy, failure, onYes, onClose }: AskedProps): ReactElement {
  const [typed, setTyped] = useState("");
  const [ticked, setTicked] = useState(false);
  const many = question.count > maxUnconfirmed;
  const number = typedNumber(typed);
  const ready = !many || number === question.count;
  const wrong = many && typed.trim() !== "" && !ready && count(question.count).length <= typed.trim().length;
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onYes(many ? number : undefined, ticked);
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
          error={wrong ? t(($) => $.quotas.question.wrongNumber, { count: question.count }) : undefined}
          inputMode="numeric"
          label={t(($) => $.quotas.question.typeNumber, { count: question.count })}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          value={typed}
        />
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.quotas.question.failed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      <div className={classes["buttons"]}>
        <Button
          {...(question.danger ? { color: "red" } : {})}
          disabled={!ready}
          loading={busy}
          type="submit"
          variant="filled"
        >
          {question.yes}
        </Button>
        <Button {...(many ? {} : { "data-autofocus": true })} onClick={onClose}>
          {question.no ?? t(($) => $.common.cancel)}
        </Button>
      </div>
    </form>
  );
}
