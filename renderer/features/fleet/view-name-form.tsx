/** Form for the name of a saved view. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { useCall } from "../../ui/use-call.ts";
import classes from "./fleet.module.css";

export interface ViewNameFormProps {
  readonly initial: string;
  /** Rejects with a message for display. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onDone: () => void;
}

export function ViewNameForm({ initial, onSave, onDone }: ViewNameFormProps): ReactElement {
  const [name, setName] = useState(initial);
  const { busy, failure, run } = useCall();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(() => onSave(name.trim()))) onDone();
  };
  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        error={failure && formatText(failure.text)}
        label={t(($) => $.fleet.views.name)}
        maxLength={120}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <Button disabled={name.trim() === ""} loading={busy} type="submit" variant="filled">
        {t(($) => $.fleet.views.save)}
      </Button>
    </form>
  );
}
