/** The options of a connection: optional fields, each with the reason for its default. */
import { t } from "#shared/texts/text.ts";
import { Select, Switch, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import type { ValidationErrors, OptionField, OptionsDraft } from "./connect-draft.ts";
import classes from "./connect.module.css";

export interface OptionFieldsProps {
  readonly options: OptionsDraft;
  readonly errors: ValidationErrors<OptionField>;
  readonly onChange: (part: Partial<OptionsDraft>) => void;
}

type Choices<T extends string> = readonly { readonly value: T; readonly label: string }[];

const separators: Choices<ConnectionOptions["separator"]> = [
  { value: "auto", label: t(($) => $.connections.options.auto) },
  { value: "nbsp", label: t(($) => $.connections.options.separatorNbsp) },
  { value: "space", label: t(($) => $.connections.options.separatorSpace) },
];
const quotaPaths: Choices<ConnectionOptions["quotaPath"]> = [
  { value: "auto", label: t(($) => $.connections.options.auto) },
  { value: "literal", label: t(($) => $.connections.options.quotaPathLiteral) },
  { value: "prefixed", label: "/api/v1/endpoint/…/quota" },
];
const filterNames: Choices<ConnectionOptions["filterNames"]> = [
  { value: "auto", label: t(($) => $.connections.options.auto) },
  { value: "spec", label: t(($) => $.connections.options.filterNamesSpec) },
  { value: "live", label: t(($) => $.connections.options.filterNamesLive) },
];
const sourceAddresses: Choices<ConnectionOptions["sourceAddress"]> = [
  { value: "auto", label: t(($) => $.connections.options.auto) },
  { value: "number", label: t(($) => $.connections.options.sourceAddressNumber) },
  { value: "text", label: '"4911"' },
];
const smsAutoRefills: Choices<ConnectionOptions["smsAutoRefill"]> = [
  { value: "auto", label: t(($) => $.connections.options.auto) },
  { value: "number", label: t(($) => $.connections.options.smsRefillNumber) },
  { value: "boolean", label: t(($) => $.connections.options.smsRefillBoolean) },
];

export function OptionFields({ options, errors, onChange: change }: OptionFieldsProps): ReactElement {
  return (
    <div className={classes["options"]}>
      <Switch
        checked={options.hasCeiling}
        description={t(($) => $.connections.options.ceilingHelp)}
        label={t(($) => $.connections.options.ceiling)}
        onChange={(event) => change({ hasCeiling: event.currentTarget.checked })}
      />
      {options.hasCeiling ? (
        <div className={classes["pair"]}>
          <TextInput
            error={errors.ceilingRequests}
            inputMode="numeric"
            label={t(($) => $.connections.options.ceilingRequests)}
            onChange={(event) => change({ ceilingRequests: event.currentTarget.value })}
            value={options.ceilingRequests}
          />
          <TextInput
            error={errors.ceilingSeconds}
            inputMode="decimal"
            label={t(($) => $.connections.options.ceilingSeconds)}
            onChange={(event) => change({ ceilingSeconds: event.currentTarget.value })}
            value={options.ceilingSeconds}
          />
        </div>
      ) : undefined}
      <TextInput
        description={t(($) => $.connections.options.dailyBudgetHelp)}
        error={errors.dailyBudget}
        inputMode="numeric"
        label={t(($) => $.connections.options.dailyBudget)}
        onChange={(event) => change({ dailyBudget: event.currentTarget.value })}
        value={options.dailyBudget}
      />
      <TextInput
        description={t(($) => $.connections.options.defaultSenderHelp)}
        error={errors.defaultSender}
        inputMode="numeric"
        label={t(($) => $.connections.options.defaultSender)}
        onChange={(event) => change({ defaultSender: event.currentTarget.value })}
        value={options.defaultSender}
      />
      <TextInput
        description={t(($) => $.connections.options.graceHelp)}
        error={errors.reconcileAfterSeconds}
        inputMode="decimal"
        label={t(($) => $.connections.options.grace)}
        onChange={(event) => change({ reconcileAfterSeconds: event.currentTarget.value })}
        value={options.reconcileAfterSeconds}
      />
      <Choice
        choices={separators}
        description={t(($) => $.connections.options.separatorHelp)}
        label={t(($) => $.connections.options.separator)}
        onChange={(separator) => change({ separator })}
        value={options.separator}
      />
      <Choice
        choices={quotaPaths}
        description={t(($) => $.connections.options.quotaPathHelp)}
        label={t(($) => $.connections.options.quotaPath)}
        onChange={(quotaPath) => change({ quotaPath })}
        value={options.quotaPath}
      />
      <Choice
        choices={filterNames}
        description={t(($) => $.connections.options.filterNamesHelp)}
        label={t(($) => $.connections.options.filterNames)}
        onChange={(names) => change({ filterNames: names })}
        value={options.filterNames}
      />
      <Choice
        choices={sourceAddresses}
        description={t(($) => $.connections.options.sourceAddressHelp)}
        label={t(($) => $.connections.options.sourceAddress)}
        onChange={(sourceAddress) => change({ sourceAddress })}
        value={options.sourceAddress}
      />
      <Choice
        choices={smsAutoRefills}
        description={t(($) => $.connections.options.smsRefillHelp)}
        label={t(($) => $.connections.options.smsRefill)}
        onChange={(smsAutoRefill) => change({ smsAutoRefill })}
        value={options.smsAutoRefill}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly description: string;
  readonly choices: Choices<T>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ choices, onChange, ...rest }: ChoiceProps<T>): ReactElement {
  return (
    <Select
      {...rest}
      allowDeselect={false}
      data={[...choices]}
      onChange={(value) => {
        const selected = choices.find((choice) => choice.value === value);
        if (selected !== undefined) onChange(selected.value);
      }}
    />
  );
}
