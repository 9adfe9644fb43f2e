/** The text fields of the forms of the network pages, as data: label, help, placeholder, and what can be chosen. */
import { t } from "#shared/texts/text.ts";
import { Autocomplete, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallbackList } from "#shared/contract/network/streams.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { addressesOf } from "./network-labels.ts";

export interface FormField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** "text" is prose; identifiers and addresses are in a monospaced font; "dns" and "callback" are ids, with the known ones to choose from. */
  readonly input?: "text" | "identifier" | "dns" | "callback";
}

export interface FormFieldsProps<Name extends string> {
  readonly fields: readonly FormField<Name>[];
  readonly values: Readonly<Record<Name, string>>;
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (change: { readonly [N in Name]?: string }) => void;
}

/** The library requires a mutable array. Help is below the field, so that fields in a row stay aligned. */
const order: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];

export function FormFields<Name extends string>(props: FormFieldsProps<Name>): ReactElement {
  const { fields, values, errors, onChange } = props;
  return (
    <>
      {fields.map(({ name, label, help, placeholder, input = "identifier" }) => {
        const common = { error: errors[name], label, placeholder, value: values[name] };
        const change = (value: string): void => onChange({ [name]: value } as { readonly [N in Name]?: string });
        if (input === "dns") return <DnsField {...common} key={name} onChange={change} />;
        if (input === "callback") return <CallbackField {...common} key={name} onChange={change} />;
        return (
          <TextInput
            {...common}
            autoComplete="off"
            classNames={input === "text" ? undefined : { input: "mono" }}
            description={help}
            inputWrapperOrder={order}
            key={name}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            spellCheck={input === "text"}
          />
        );
      })}
    </>
  );
}

export interface ReferenceProps {
  readonly label?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly placeholder?: string;
  readonly onChange: (id: string) => void;
}

/** The id of a DNS configuration; suggests cached configurations with their servers. */
export function DnsField(props: ReferenceProps): ReactElement {
  const configurations = useFleetData("dns.list", {})?.items ?? [];
  return (
    <ReferenceField
      label={t(($) => $.network.dns.title)}
      {...props}
      help={t(($) => $.network.dns.fieldHelp)}
      records={new Map(configurations.map((item) => [item.id, [addressesOf(item), ""]]))}
    />
  );
}

/** The id of an API callback; suggests cached callbacks with their URL and purpose. */
function CallbackField(props: ReferenceProps): ReactElement {
  const list = dataOf(useFleetQuery("streams.callbacks", {}, { reloadOnOpen: true }));
  const usable = (list?.items ?? []).filter(({ source }) => source !== "not-listed");
  const records = usable.flatMap(({ id, url, purpose = "" }) =>
    id === undefined ? [] : [[id, [url ?? t(($) => $.network.streams.callbacks.urlUnknown), purpose]] as const],
  );
  return (
    <ReferenceField
      label={t(($) => $.network.callback.id)}
      {...props}
      help={listHint(list)}
      records={new Map(records)}
    />
  );
}

function listHint(list: CallbackList | undefined): string {
  if (list === undefined || list.state === "never") return t(($) => $.network.streams.form.callbacksNotLoaded);
  if (list.state === "not-offered") return t(($) => $.network.streams.form.callbacksNotOffered);
  return list.items.length === 0
    ? t(($) => $.network.streams.form.noCallbacks)
    : t(($) => $.network.streams.form.chooseCallback);
}

interface ReferenceFieldProps extends ReferenceProps {
  readonly help: string;
  /** By id: the name of the record, and free text of the operator. */
  readonly records: ReadonlyMap<string, readonly [name: string, note: string]>;
}

function ReferenceField({ help, records, value, ...rest }: ReferenceFieldProps): ReactElement {
  const selected = records.get(value.trim());
  return (
    <Autocomplete
      {...rest}
      autoComplete="off"
      classNames={{ input: "mono" }}
      data={[...records.keys()]}
      description={selected === undefined ? help : <Suggestion record={selected} />}
      inputWrapperOrder={order}
      renderOption={({ option }) => {
        const record = records.get(option.value);
        return (
          <span>
            <span className="mono">{option.value}</span>{" "}
            {record === undefined ? undefined : <Suggestion record={record} />}
          </span>
        );
      }}
      spellCheck={false}
      value={value}
    />
  );
}

function Suggestion({
  record: [name, note],
}: {
  readonly record: readonly [name: string, note: string];
}): ReactElement {
  return (
    <span className="muted">
      {name}
      {note === "" ? undefined : <span translate="no"> · {note}</span>}
    </span>
  );
}
