/** Second step: the fields of the destination, each with what it is. */
import { TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { CallbackChoice } from "./callback-choice.tsx";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-looks.ts";
import classes from "./streams.module.css";
import { TrustPanel } from "./trust-panel.tsx";

export function WhereStep(props: StepProps): ReactElement {
  const { typed, put, mistakes } = props;
  const { destination } = typed;
  if (destination === "rest-api") return <CallbackChoice {...props} />;
  const isBucket = destination === "object-storage";
  return (
    <>
      <TextInput
        {...helpBelow}
        autoComplete="off"
        classNames={monoInput}
        description="The identifier of a role of your account that may write there, with the account id and the name of the role."
        error={mistakes["role"]}
        label="Role"
        onChange={({ currentTarget }) => put({ role: currentTarget.value })}
        placeholder="arn:aws:iam::123456789012:role/fleet-delivery"
        spellCheck={false}
        value={typed.role}
      />
      <div className={classes["row"]}>
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description={`Where the ${isBucket ? "bucket" : "stream"} is.`}
          error={mistakes["region"]}
          label="Region"
          onChange={({ currentTarget }) => put({ region: currentTarget.value })}
          placeholder="eu-west-1"
          spellCheck={false}
          value={typed.region}
        />
        <TextInput
          {...helpBelow}
          autoComplete="off"
          classNames={monoInput}
          description="Sent together with the region, as region/name."
          error={mistakes["name"]}
          label={isBucket ? "Name of the bucket" : "Name of the stream"}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
          placeholder={isBucket ? "fleet-data" : "fleet-events"}
          spellCheck={false}
          value={typed.name}
        />
      </div>
      <TrustPanel destination={destination} put={put} typed={typed} />
    </>
  );
}
