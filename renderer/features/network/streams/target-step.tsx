/** Second step: the fields of the destination, each with help. */
import { t } from "#shared/texts/text.ts";
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { CallbackChoice } from "./callback-choice.tsx";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-layout.ts";
import classes from "./streams.module.css";
import { TrustPanel } from "./trust-panel.tsx";

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
