/**
 * The one form of a creation: its fields, the request as an action, and the result. The draft and its connection are stored until the record
 * is created. A kind of record adds its fields, and what else it shows.
 */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { Action } from "../../app/actions/action.ts";
import { type ActionCall, useActionCall, useSendBlocker } from "../../app/actions/run-action.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import type { DraftForm } from "../../app/store/use-draft-form.ts";
import { type AsyncState, dataOf } from "../../lib/async-state.ts";
import { Callout, type CalloutProps } from "../../ui/callout.tsx";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { useFirstErrorFocus } from "../../ui/use-first-error-focus.ts";
import classes from "./network.module.css";
import { refreshLists } from "./network-lists.ts";
import { type NetworkResult, resultKey } from "./network-slice.ts";
import type { Creation, NetworkKind } from "./record-actions.ts";
import { useNetworkList } from "./use-network-list.ts";
import { checkResultText, errorsByField } from "./streams/stream-labels.ts";
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
      {failure !== undefined && !fields.some((field) => field in errorsByField(failure)) ? (
        <Callout title={failureTitle} tone="bad">
          <p>{formatText(failure.text)}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      ) : undefined}
      <ConnectionTag />
      <div className={classes["actions"]}>
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
  readonly part: "dns" | "profile" | "profile-dns" | "profile-callback";
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
    <Callout title={part === "dns" ? title : undefined} tone={tone}>
      <p role="status">
        {result.former === undefined
          ? message
          : t(($) => $.network.callback.changed, { message, callback: result.former })}
      </p>
    </Callout>
  );
}
