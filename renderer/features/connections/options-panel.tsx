/** Edits the options of an existing connection without signing in again. */
import { hasFields } from "#shared/defined-fields.ts";
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Connection } from "#shared/contract/connections/connections.ts";
import { fleet } from "../../lib/fleet.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import { useCall } from "../../ui/use-call.ts";
import { optionErrorsOf, optionsDraftOf, optionsOf } from "./connect-draft.ts";
import classes from "./connections.module.css";
import { SafetyFields } from "./safety-fields.tsx";
import { OptionFields } from "./option-fields.tsx";

export interface OptionsPanelProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

export function OptionsPanel({ connection, onClose }: OptionsPanelProps): ReactElement {
  const [draft, setDraft] = useState(() => optionsDraftOf(connection.options));
  const [errors, setErrors] = useState<ReturnType<typeof optionErrorsOf>>({});
  const form = useFirstErrorFocus(errors);
  const { busy, failure, run } = useCall();
  const save = (): void => {
    const nextErrors = optionErrorsOf(draft);
    setErrors(nextErrors);
    if (hasFields(nextErrors)) return;
    void run(async () => {
      await fleet.connections.setOptions({ connection: connection.name, options: optionsOf(draft) });
      await reloadQueries("connections.list");
      onClose();
    });
  };
  return (
    <Panel title={t(($) => $.connections.options.title)}>
      <form
        className={classes["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        ref={form}
      >
        <SafetyFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          practice={connection.practice}
        />
        <OptionFields errors={errors} onChange={setDraft} options={draft} />
        {failure === undefined ? undefined : (
          <Callout title={t(($) => $.connections.options.failed)} tone="bad">
            <p>{formatText(failure.text)}</p>
          </Callout>
        )}
        <div className={classes["actions"]}>
          <Button loading={busy} type="submit" variant="filled">
            {t(($) => $.connections.options.save)}
          </Button>
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
        </div>
      </form>
    </Panel>
  );
}
