/** Of a REST stream: an API callback that is there, or the URL of a new one. */
import { t } from "#shared/texts/text.ts";
import { Autocomplete, Radio, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallbackList } from "#contract/streams.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-looks.ts";
import classes from "./streams.module.css";

const kinds = ["existing", "new", "inline"] as const;

export function CallbackChoice({ typed, put, mistakes }: StepProps): ReactElement {
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.form.callback)}
        onChange={(value) => put({ callbackIs: kinds.find((kind) => kind === value) ?? "existing" })}
        value={typed.callbackIs}
      >
        <div className={classes["choices"]}>
          <Radio
            description={t(($) => $.network.streams.form.existingHelp)}
            label={t(($) => $.network.streams.form.existing)}
            value="existing"
          />
          <Radio
            description={t(($) => $.network.streams.form.newUrlHelp)}
            label={t(($) => $.network.streams.form.newUrl)}
            value="new"
          />
          <Radio
            description={t(($) => $.network.streams.form.inlineHelp)}
            label={t(($) => $.network.streams.form.inline)}
            value="inline"
          />
        </div>
      </Radio.Group>
      {typed.callbackIs === "existing" ? (
        <ExistingCallback mistakes={mistakes} put={put} typed={typed} />
      ) : (
        <>
          <TextInput
            {...helpBelow}
            autoComplete="off"
            classNames={monoInput}
            description={t(($) => $.network.streams.callbacks.urlHelp)}
            error={mistakes["url"] ?? mistakes["callback"]}
            label={t(($) => $.network.streams.callbacks.url)}
            onChange={({ currentTarget }) => put({ url: currentTarget.value })}
            placeholder="https://fleet.example.com/in"
            spellCheck={false}
            value={typed.url}
          />
          <TextInput
            {...helpBelow}
            description={t(($) => $.network.streams.callbacks.purposeHelp)}
            error={mistakes["purpose"]}
            label={t(($) => $.network.streams.callbacks.purpose)}
            onChange={({ currentTarget }) => put({ purpose: currentTarget.value })}
            placeholder={t(($) => $.network.streams.callbacks.purposePlaceholder)}
            value={typed.purpose}
          />
        </>
      )}
    </>
  );
}

function ExistingCallback({ typed, put, mistakes }: StepProps): ReactElement {
  const list = useFleetdesk((state) => shown(state.callbackList));
  const known = (list?.items ?? []).filter(({ id, source }) => id !== undefined && source !== "gone");
  const chosen = known.find(({ id }) => id === typed.callback.trim());
  return (
    <>
      <Autocomplete
        {...helpBelow}
        classNames={monoInput}
        data={known.flatMap(({ id }) => id ?? [])}
        description={listWords(list)}
        error={mistakes["callback"]}
        label={t(($) => $.network.streams.form.callbackId)}
        onChange={(callback) => put({ callback })}
        renderOption={({ option }) => {
          const one = known.find(({ id }) => id === option.value);
          return (
            <span className={classes["option"]}>
              <span className="mono">{option.value}</span>
              <span>{one?.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}</span>
              <span className="muted" translate="no">
                {one?.purpose ?? ""}
              </span>
            </span>
          );
        }}
        spellCheck={false}
        value={typed.callback}
      />
      {chosen === undefined ? undefined : (
        <p className="muted">
          {chosen.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}
          {chosen.purpose === undefined ? undefined : <span translate="no"> · {chosen.purpose}</span>}
        </p>
      )}
    </>
  );
}

function listWords(list: CallbackList | undefined): string {
  if (list === undefined || list.state === "never") {
    return t(($) => $.network.streams.form.callbacksNotLoaded);
  }
  if (list.state === "not-offered") return t(($) => $.network.streams.form.callbacksNotOffered);
  return list.items.length === 0
    ? t(($) => $.network.streams.form.noCallbacks)
    : t(($) => $.network.streams.form.chooseCallback);
}
