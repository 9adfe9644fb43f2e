/** The options of a connection: what can be left alone, with the reason for its usual value. */
import { Select, Switch, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { ConnectionOptions } from "#contract/connections.ts";
import type { Mistakes, OptionField, OptionsDraft } from "./connect-model.ts";
import classes from "./connect.module.css";

export interface OptionFieldsProps {
  readonly options: OptionsDraft;
  readonly mistakes: Mistakes<OptionField>;
  readonly onChange: (options: OptionsDraft) => void;
}

type Choices<T extends string> = readonly { readonly value: T; readonly label: string }[];

const separators: Choices<ConnectionOptions["separator"]> = [
  { value: "auto", label: "Find out (usual)" },
  { value: "nbsp", label: "Non-breaking space, as the specification says" },
  { value: "space", label: "Ordinary space" },
];
const quotaPaths: Choices<ConnectionOptions["quotaPath"]> = [
  { value: "auto", label: "Find out (usual)" },
  { value: "literal", label: "/endpoint/…/quota, as the specification says" },
  { value: "prefixed", label: "/api/v1/endpoint/…/quota" },
];
const filterNames: Choices<ConnectionOptions["filterNames"]> = [
  { value: "auto", label: "Find out (usual)" },
  { value: "spec", label: "ipAddress, msisdns, as the specification says" },
  { value: "live", label: "ip_address, msisdn" },
];
const sourceAddresses: Choices<ConnectionOptions["sourceAddress"]> = [
  { value: "auto", label: "Find out (usual)" },
  { value: "number", label: "4911, as the specification says" },
  { value: "text", label: '"4911"' },
];
const smsAutoRefills: Choices<ConnectionOptions["smsAutoRefill"]> = [
  { value: "auto", label: "Find out (usual)" },
  { value: "number", label: "0 and 1" },
  { value: "boolean", label: "false and true" },
];

export function OptionFields({ options, mistakes, onChange }: OptionFieldsProps): ReactElement {
  const change = (part: Partial<OptionsDraft>): void => onChange({ ...options, ...part });
  return (
    <div className={classes["options"]}>
      <Switch
        checked={options.hasCeiling}
        description="The service counts requests per address of the internet. Others behind the same address share the number: usual is 2,000 in 300 seconds."
        label="Stay below a number of requests"
        onChange={(event) => change({ hasCeiling: event.currentTarget.checked })}
      />
      {options.hasCeiling ? (
        <div className={classes["pair"]}>
          <TextInput
            error={mistakes.ceilingRequests}
            inputMode="numeric"
            label="Requests"
            onChange={(event) => change({ ceilingRequests: event.currentTarget.value })}
            value={options.ceilingRequests}
          />
          <TextInput
            error={mistakes.ceilingSeconds}
            inputMode="decimal"
            label="In seconds"
            onChange={(event) => change({ ceilingSeconds: event.currentTarget.value })}
            value={options.ceilingSeconds}
          />
        </div>
      ) : undefined}
      <TextInput
        description="Campaigns pause and single SMS are refused once so many were sent on a day of this computer's time zone. Empty: no budget."
        error={mistakes.dailyBudget}
        inputMode="numeric"
        label="Daily budget, in SMS"
        onChange={(event) => change({ dailyBudget: event.currentTarget.value })}
        value={options.dailyBudget}
      />
      <TextInput
        description="Grace after a lost answer. A message counts as not sent after three times the grace at the earliest, when three readings of the SMS list do not hold it. Default: 60 seconds, at least 10 unless the service is on this computer."
        error={mistakes.reconcileAfterSeconds}
        inputMode="decimal"
        label="Grace for lost answers, in seconds"
        onChange={(event) => change({ reconcileAfterSeconds: event.currentTarget.value })}
        value={options.reconcileAfterSeconds}
      />
      <Choice
        choices={separators}
        description="What stands between “Bearer” and the token. The specification and the live service differ."
        label="Separator of the Authorization header"
        onChange={(separator) => change({ separator })}
        value={options.separator}
      />
      <Choice
        choices={quotaPaths}
        description="Where quotas are read and set. Settled by the first quota that is found."
        label="Path of quotas"
        onChange={(quotaPath) => change({ quotaPath })}
        value={options.quotaPath}
      />
      <Choice
        choices={filterNames}
        description="How filters on addresses and numbers are called. Settled by the first filter that is understood."
        label="Names of filters"
        onChange={(names) => change({ filterNames: names })}
        value={options.filterNames}
      />
      <Choice
        choices={sourceAddresses}
        description="How the sender of an SMS is written. Settled by the first SMS that is accepted."
        label="Form of the sender"
        onChange={(sourceAddress) => change({ sourceAddress })}
        value={options.sourceAddress}
      />
      <Choice
        choices={smsAutoRefills}
        description="How the daily refill of an SMS quota is written. Settled by the first SMS quota that is set."
        label="Form of the SMS refill"
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
        const chosen = choices.find((choice) => choice.value === value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
