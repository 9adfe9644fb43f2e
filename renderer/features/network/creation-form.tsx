/**
 * The one form of a creation: its fields, the request as an action, and the result; and the results of other changes. The draft and its
 * connection are stored until the record is created. A kind of record adds its fields, and what else it shows.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { Autocomplete, Button, TextInput } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { Action } from "../../app/actions/action.ts";
import { type ActionCall, useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import type { DraftForm } from "../../app/store/use-draft-form.ts";
import { useConnection } from "../../data/connection.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { aboutNoField } from "../../lib/field-failure.ts";
import { Callout, type CalloutProps, FailureCallout } from "../../ui/callout.tsx";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import classes from "./network.module.css";
import { addressesOf } from "./network-labels.ts";
import { refreshLists, useNetworkList } from "./network-lists.ts";
import { type NetworkResult, resultKey } from "./network-slice.ts";
import type { Creation, NetworkKind } from "./network-actions.ts";
import { checkResultText } from "./streams/stream-labels.ts";
import type { CallbackList, StreamList } from "#shared/contract/network/streams.ts";

export interface CreationCall<Draft> extends Pick<ActionCall<Creation<Draft>>, "busy" | "failure"> {
  readonly result: NetworkResult | undefined;
  /** Sends the draft, or another one. */
  readonly create: (allowSame: boolean, draft?: Draft) => void;
  /** The input changed: the former result and failure no longer apply. */
  readonly clear: () => void;
}

/** A creation that a form sends. `draft` is what is sent. */
export function useCreation<Draft>(
  action: Action<Creation<Draft>>,
  kind: NetworkKind,
  draft: Draft,
  { connection, clear: clearDraft }: Pick<DraftForm<object>, "connection" | "clear">,
): CreationCall<Draft> {
  const key = resultKey(connection, kind, "new");
  const result = useFleetdesk((state) => state.networkResults[key]);
  const setResult = useFleetdesk((state) => state.setNetworkResult);
  const target = { connection, draft, allowSame: false, onCreated: clearDraft };
  const { busy, failure, run, clearFailure } = useActionCall(action, target);
  return {
    busy,
    failure,
    result,
    create: (allowSame, other = draft) => {
      setResult(key, undefined);
      void run({ ...target, draft: other, allowSame });
    },
    clear: () => {
      setResult(key, undefined);
      clearFailure();
    },
  };
}

export interface SendFormProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly failureTitle: string;
  /** Fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
  /** Additional buttons. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** A form that sends a request: its fields, a failure that belongs to no field, and its buttons. */
export function SendForm(props: SendFormProps): ReactElement {
  const { submit, busy, failure, failureTitle, fields = [], onSubmit, buttons, children } = props;
  const blocker = useSendBlocker();
  const form = useFirstErrorFocus(failure);
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      ref={form}
    >
      {children}
      {aboutNoField(failure, fields) ? <FailureCallout failure={failure} hasCode title={failureTitle} /> : undefined}
      <ConnectionTag />
      <div className="controls">
        <Button disabled={blocker !== undefined} loading={busy} type="submit" variant="filled">
          {submit}
        </Button>
        {buttons}
        <SendBlocker reason={blocker} />
      </div>
    </form>
  );
}

export interface CreationFormProps<Draft> extends Pick<
  SendFormProps,
  "fields" | "failureTitle" | "submit" | "children"
> {
  readonly title: string;
  readonly call: CreationCall<Draft>;
}

export function CreationForm<Draft>({ title, call, children, ...rest }: CreationFormProps<Draft>): ReactElement {
  const { busy, failure, result, create } = call;
  return (
    <SendForm {...rest} busy={busy} failure={failure} onSubmit={() => create(false)}>
      <h2 className={classes["title"]}>{title}</h2>
      {children}
      {result === undefined ? undefined : (
        <CreationResult busy={busy} mayRepeatCallback onCreateAnyway={() => create(true)} result={result} />
      )}
    </SendForm>
  );
}

/** The outcomes of changes, as tone and title. */
function resultTone(outcome: NetworkResult["outcome"]): readonly [CalloutProps["tone"], string | undefined] {
  switch (outcome) {
    case "created":
      return ["good", t(($) => $.network.creation.created)];
    case "done":
    case "set":
    case "updated":
      return ["good", undefined];
    case "unchanged":
      return ["neutral", undefined];
    case "differs":
      return ["waiting", undefined];
    case "exists":
    case "moved":
      return ["waiting", t(($) => $.network.creation.notSent)];
    case "in-use":
      return ["bad", t(($) => $.network.dns.inUse)];
    case "unsettled":
      return ["unknown", t(($) => $.network.creation.notSent)];
    case "unknown":
      return ["unknown", t(($) => $.common.outcomeUnknown)];
  }
}

export interface CreationResultProps {
  readonly result: NetworkResult;
  readonly busy: boolean;
  readonly onCreateAnyway: () => void;
  /** Whether a callback with an unknown outcome may be sent again; the form of a stream never sends its callback twice. */
  readonly mayRepeatCallback?: boolean;
}

/** A creation that did not complete: confirmation required, or outcome unknown. The draft is preserved. */
export function CreationResult({ result, busy, onCreateAnyway, mayRepeatCallback }: CreationResultProps): ReactElement {
  const { outcome, message, key, of } = result;
  const [tone, title] = resultTone(outcome);
  const blocker = useSendBlocker();
  const isOpen = key !== undefined && (outcome === "unknown" || outcome === "unsettled");
  const [checked, setChecked] = useState(false);
  const list = of === "callback" ? "streams.callbacks" : "streams.list";
  const listState = useNetworkList(list);
  const mayRepeat =
    outcome === "exists" ||
    ((outcome === "unsettled" || (isOpen && checked)) && (of !== "callback" || mayRepeatCallback === true));
  const checkList = async (): Promise<void> => {
    await refreshLists("streams.list", "streams.callbacks");
    setChecked(true);
  };
  return (
    <Callout
      actions={
        <>
          {isOpen ? (
            <Button disabled={busy} loading={listState.state === "loading"} onClick={() => void checkList()}>
              {t(($) => $.network.streams.outcome.refresh)}
            </Button>
          ) : undefined}
          {mayRepeat ? (
            <Button disabled={busy || blocker !== undefined} onClick={onCreateAnyway}>
              {key === undefined
                ? t(($) => $.network.creation.createAnyway)
                : t(($) => $.network.streams.outcome.sendAnyway)}
            </Button>
          ) : undefined}
        </>
      }
      title={title}
      tone={tone}
    >
      <p>{formatText(message)}</p>
      {checked ? <RefreshedList creationKey={key} listState={listState} /> : undefined}
      {key === undefined ? undefined : (
        <p>
          {of === "callback" ? (
            <a href="#/streams/callbacks">{t(($) => $.network.streams.outcome.openCallbacks)}</a>
          ) : (
            <a href={`#/streams?stream=${encodeURIComponent(key)}`}>{t(($) => $.network.streams.outcome.openStream)}</a>
          )}
        </p>
      )}
    </Callout>
  );
}

function RefreshedList({
  listState,
  creationKey,
}: {
  readonly listState: AsyncState<StreamList | CallbackList>;
  readonly creationKey: string | undefined;
}): ReactElement | undefined {
  const list = dataOf(listState);
  if (listState.state === "failed")
    return (
      <p role="alert">
        {t(($) => $.network.streams.outcome.listFailed, { reason: formatText(listState.failure.text) })}
      </p>
    );
  if (list === undefined) return undefined;
  return <p role="status">{checkResultText(list, creationKey)}</p>;
}

export interface RecordResultProps {
  /** A kind of record, or a part of a profile. */
  readonly part: "dns" | "callback" | "profile" | "profile-dns" | "profile-callback";
  readonly id: string;
  readonly connection: string | undefined;
  /** Not if the record itself shows that the outcome is unknown. */
  readonly hidesUnknown?: boolean;
}

/** The result of the last change of a record. */
export function RecordResult({ part, id, connection, hidesUnknown }: RecordResultProps): ReactElement | undefined {
  const result = useFleetdesk((state) => state.networkResults[resultKey(connection, part, id)]);
  if (result === undefined || (hidesUnknown === true && result.outcome === "unknown")) return undefined;
  const [tone, title] = resultTone(result.outcome);
  const message = formatText(result.message);
  return (
    <Callout title={part === "dns" || part === "callback" ? title : undefined} tone={tone}>
      <p role="status">
        {result.former === undefined
          ? message
          : t(($) => $.network.callback.changed, { message, callback: result.former })}
      </p>
    </Callout>
  );
}

/** Forgets the results of changes when the page of their record is closed: they are part of what was just done there. */
export function useForgottenResults(id: string, ...parts: readonly string[]): void {
  const connection = useConnection()?.name;
  const setResult = useFleetdesk((state) => state.setNetworkResult);
  const text = parts.join(" ");
  useEffect(
    () => () => {
      for (const part of text.split(" ")) setResult(resultKey(connection, part, id), undefined);
    },
    [connection, id, text, setResult],
  );
}

// The text fields of the forms, as data: label, help, placeholder, and what can be chosen.

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
