/** Second step: the fields of the destination, each with help. */
import { t } from "#shared/texts/text.ts";
import { TextInput, Autocomplete, Radio } from "@mantine/core";
import type { ReactElement } from "react";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-layout.ts";
import classes from "./streams.module.css";
import { TrustPanel } from "./trust-panel.tsx";
import type { CallbackList } from "#shared/contract/network/streams.ts";
import { useFleetData } from "../../../data/fleet-query.ts";

export function TargetStep(props: StepProps): ReactElement {
  const { draft, put, errors } = props;
  const { destination } = draft;
  if (destination === "rest-api") return <CallbackChoice {...props} />;
  const isBucket = destination === "object-storage";
  return (
    <>
      <TextInput
        {...helpBelow}
        autoComplete="off"
        classNames={monoInput}
        description={t(($) => $.network.streams.form.roleHelp)}
        error={errors["role"]}
        label={t(($) => $.network.streams.form.role)}
        onChange={({ currentTarget }) => put({ role: currentTarget.value })}
        placeholder="arn:aws:iam::123456789012:role/fleet-delivery"
        spellCheck={false}
        value={draft.role}
      />
      <div className={classes["row"]}>
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description={
            isBucket
              ? t(($) => $.network.streams.form.bucketRegionHelp)
              : t(($) => $.network.streams.form.streamRegionHelp)
          }
          error={errors["region"]}
          label={t(($) => $.network.streams.form.region)}
          onChange={({ currentTarget }) => put({ region: currentTarget.value })}
          placeholder="eu-west-1"
          spellCheck={false}
          value={draft.region}
        />
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description={t(($) => $.network.streams.form.nameHelp)}
          error={errors["name"]}
          label={isBucket ? t(($) => $.network.streams.form.bucketName) : t(($) => $.network.streams.form.streamName)}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
          placeholder={isBucket ? "fleet-data" : "fleet-events"}
          spellCheck={false}
          value={draft.name}
        />
      </div>
      <TrustPanel destination={destination} put={put} draft={draft} />
    </>
  );
}

const kinds = ["existing", "new", "inline"] as const;

/** For a REST stream: an existing API callback, or the URL of a new one. */
function CallbackChoice({ draft, put, errors }: StepProps): ReactElement {
  return (
    <>
      <Radio.Group
        label={t(($) => $.network.streams.form.callback)}
        onChange={(value) => put({ callbackIs: kinds.find((kind) => kind === value) ?? "existing" })}
        value={draft.callbackIs}
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
      {draft.callbackIs === "existing" ? (
        <ExistingCallback errors={errors} put={put} draft={draft} />
      ) : (
        <>
          <TextInput
            {...helpBelow}
            autoComplete="off"
            classNames={monoInput}
            description={t(($) => $.network.streams.callbacks.urlHelp)}
            error={errors["url"] ?? errors["callback"]}
            label={t(($) => $.network.streams.callbacks.url)}
            onChange={({ currentTarget }) => put({ url: currentTarget.value })}
            placeholder="https://fleet.example.com/in"
            spellCheck={false}
            value={draft.url}
          />
          <TextInput
            {...helpBelow}
            description={t(($) => $.network.streams.callbacks.purposeHelp)}
            error={errors["purpose"]}
            label={t(($) => $.network.streams.callbacks.purpose)}
            onChange={({ currentTarget }) => put({ purpose: currentTarget.value })}
            placeholder={t(($) => $.network.streams.callbacks.purposePlaceholder)}
            value={draft.purpose}
          />
        </>
      )}
    </>
  );
}

function ExistingCallback({ draft, put, errors }: StepProps): ReactElement {
  const list = useFleetData("streams.callbacks", {});
  const callbacks = (list?.items ?? []).filter(({ id, source }) => id !== undefined && source !== "not-listed");
  const selected = callbacks.find(({ id }) => id === draft.callback.trim());
  return (
    <>
      <Autocomplete
        {...helpBelow}
        classNames={monoInput}
        data={callbacks.flatMap(({ id }) => id ?? [])}
        description={listHint(list)}
        error={errors["callback"]}
        label={t(($) => $.network.streams.form.callbackId)}
        onChange={(callback) => put({ callback })}
        renderOption={({ option }) => {
          const one = callbacks.find(({ id }) => id === option.value);
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
        value={draft.callback}
      />
      {selected === undefined ? undefined : (
        <p className="muted">
          {selected.url ?? t(($) => $.network.streams.callbacks.urlUnknown)}
          {selected.purpose === undefined ? undefined : <span translate="no"> · {selected.purpose}</span>}
        </p>
      )}
    </>
  );
}

function listHint(list: CallbackList | undefined): string {
  if (list === undefined || list.state === "never") {
    return t(($) => $.network.streams.form.callbacksNotLoaded);
  }
  if (list.state === "not-offered") return t(($) => $.network.streams.form.callbacksNotOffered);
  return list.items.length === 0
    ? t(($) => $.network.streams.form.noCallbacks)
    : t(($) => $.network.streams.form.chooseCallback);
}
