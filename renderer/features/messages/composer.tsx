/** Composes one SMS to one endpoint. The draft stays until the service accepts it. */
import { formatText, t } from "#shared/texts/text.ts";
import { Autocomplete, Button, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf } from "../../lib/async-state.ts";
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import { readOnlyReason } from "../../app/actions/action.ts";
import { useActionValue } from "../../app/actions/run-action.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { useFleetdesk } from "../../app/store/store.ts";
import { SmsText, useMeasure } from "../../ui/sms-text/sms-text.tsx";
import { useConnection } from "../../data/connection.ts";
import { messageDraftKey } from "./composing-slice.ts";
import classes from "./messages.module.css";
import { refreshThread } from "./refresh-thread.ts";
import { emptyMessageDraft, mayBeSent, type MessageDraft, textProblem, withoutDefaults } from "./message-draft.ts";
import { usePatternProblem } from "../../ui/use-pattern-test.ts";
import { formatSegments } from "#shared/format.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { ConnectionTag } from "../../ui/connection-tag.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { Template } from "#shared/contract/messages/templates.ts";
import { fleet } from "../../lib/fleet.ts";
import { focusWhenMounted } from "../../lib/focus.ts";
import { useCall } from "../../ui/use-call.ts";

const pollMs = 1000;

export function Composer({ endpoint }: { readonly endpoint: string }): ReactElement | undefined {
  const connection = useConnection()?.name;
  return connection === undefined ? undefined : <Form connection={connection} endpoint={endpoint} />;
}

function Form({ connection, endpoint }: { readonly connection: string; readonly endpoint: string }): ReactElement {
  const written =
    useFleetdesk((state) => state.messageDrafts[messageDraftKey(connection, endpoint)]) ?? emptyMessageDraft;
  const writeTo = useFleetdesk((state) => state.updateMessageDraft);
  const readBack = useFleetdesk((state) => state.restoreMessageDraft);
  const sendTo = useFleetdesk((state) => state.sendMessage);
  const sendersState = useFleetQuery("sms.senders", {}, { reloadOnOpen: true });
  const senders = dataOf(sendersState)?.senders ?? [];
  const isUnconfirmed = useUnconfirmed(connection, endpoint, written);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const sending = useFleetdesk((state) => state.sending[messageDraftKey(connection, endpoint)] !== undefined);
  const needsConfirmation = useFleetdesk(
    (state) => state.sent[messageDraftKey(connection, endpoint)]?.confirmation !== undefined,
  );
  useEffect(() => readBack(connection, endpoint), [connection, endpoint, readBack]);
  // The thread reports first that a message's outcome is unknown.
  useEffect(() => {
    if (!sending) return undefined;
    const timer = window.setInterval(() => void reloadQueries("sms.thread"), pollMs);
    return () => window.clearInterval(timer);
  }, [sending]);
  const from = written.from ?? senders[0] ?? "";
  const put = (change: Partial<MessageDraft>): void => writeTo(connection, endpoint, change);
  const problem = textProblem(written.text);
  const senderError = senderProblem(from);
  const send = async (): Promise<void> => {
    setIsSubmitted(true);
    const isProposed = from === "" && written.from === undefined && ["never", "loading"].includes(sendersState.state);
    if ((senderError !== undefined && !isProposed) || problem !== undefined) {
      focusWhenMounted('[data-composer] [aria-invalid="true"]', { take: true });
      return;
    }
    // Ctrl+Enter may be pressed before the proposed sender is read.
    const proposed = async (): Promise<string> => (await fleet.sms.senders({ connection })).senders[0] ?? "";
    await sendTo(connection, endpoint, async () => normalizeSenderNumber(isProposed ? await proposed() : from));
    setIsSubmitted(false);
    await reloadQueries("sms.thread");
    await refreshThread(endpoint);
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // Enter sends neither a text that may have been sent already nor one that needs confirmation; those have their own button.
    if (!isUnconfirmed && !needsConfirmation) void send();
  };
  return (
    <section aria-label={t(($) => $.messages.composer.label)} className={classes["composer"]} data-composer="">
      <SmsText
        error={isSubmitted ? problem : undefined}
        label={t(($) => $.messages.text)}
        onChange={(text) => put({ text })}
        onKeyDown={byKey}
        value={written.text}
      />
      <div className={classes["tools"]}>
        <Autocomplete
          aria-label={t(($) => $.messages.composer.sender)}
          className={classes["sender"] ?? ""}
          data={[...senders]}
          error={isSubmitted && senderError !== undefined ? formatText(senderError) : undefined}
          inputMode="numeric"
          leftSection={t(($) => $.messages.composer.from)}
          leftSectionWidth={44}
          onBlur={() => {
            if (written.from !== undefined && normalizeSenderNumber(from) !== from)
              put({ from: normalizeSenderNumber(from) });
          }}
          onChange={(value) => put({ from: value })}
          onKeyDown={byKey}
          placeholder={t(($) => $.messages.composer.sender)}
          title={t(($) => $.messages.composer.sender)}
          value={from}
        />
        <TemplatePick connection={connection} endpoint={endpoint} onPick={put} written={written} />
      </div>
      <ExpectedAnswer onChange={put} written={written} />
      <SendLine connection={connection} isUnconfirmed={isUnconfirmed} endpoint={endpoint} onSend={() => void send()} />
    </section>
  );
}

/** Resolves an unknown outcome as soon as the thread shows the message; true while this exact text may have been sent already. */
function useUnconfirmed(connection: string, endpoint: string, written: MessageDraft): boolean {
  const items = useFleetData("sms.thread", { endpoint })?.items;
  const resolve = useFleetdesk((state) => state.resolveUnconfirmed);
  useEffect(() => {
    if (items !== undefined) resolve(connection, endpoint, items);
  }, [connection, endpoint, items, resolve]);
  return mayBeSent(written, items ?? []);
}

interface ExpectedAnswerProps {
  readonly written: MessageDraft;
  readonly onChange: (change: Partial<MessageDraft>) => void;
}

/** The expected answer of a command; collapsed until it is needed. */
function ExpectedAnswer({ written, onChange }: ExpectedAnswerProps): ReactElement {
  const { expect, withinMinutes } = written;
  const [opened, setOpened] = useState(false);
  const problem = usePatternProblem(expect);
  if (!opened && expect === "") {
    return (
      <div>
        <Button onClick={() => setOpened(true)} variant="subtle">
          {t(($) => $.messages.expectedReply.add)}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes["row"]}>
      <TextInput
        data-autofocus
        description={t(($) => $.messages.expectedReply.help)}
        error={problem}
        label={t(($) => $.messages.expectedReply.label)}
        maxLength={500}
        onChange={({ currentTarget }) => {
          setOpened(true);
          onChange({ expect: currentTarget.value });
        }}
        placeholder="^OK"
        spellCheck={false}
        value={expect}
      />
      <NumberInput
        label={t(($) => $.messages.expectedReply.within)}
        max={10_080}
        min={1}
        onChange={(value) => {
          if (typeof value === "number" && value > 0) onChange({ withinMinutes: value });
        }}
        value={withinMinutes}
      />
    </div>
  );
}

interface SendLineProps {
  readonly connection: string;
  readonly endpoint: string;
  /** This exact text may have been sent already. */
  readonly isUnconfirmed: boolean;
  readonly onSend: () => void;
}

/** The send button, labelled with its action, and the outcome of the last request. */
function SendLine({ connection, endpoint, isUnconfirmed, onSend }: SendLineProps): ReactElement {
  const key = messageDraftKey(connection, endpoint);
  const text = useFleetdesk((state) => state.messageDrafts[key]?.text ?? "");
  const sending = useFleetdesk((state) => state.sending[key] !== undefined);
  const sent = useFleetdesk((state) => state.sent[key]);
  const readOnly = useActionValue(() => readOnlyReason(connection));
  const { segments, segmentsExact } = useMeasure(text) ?? { segments: 1, segmentsExact: true };
  const confirmation = sending ? undefined : sent?.confirmation;
  const careful = isUnconfirmed || confirmation !== undefined;
  const status =
    text === ""
      ? t(($) => $.messages.composer.send)
      : t(($) => $.messages.composer.sendSegments, {
          segmentsExact: formatSegments(segments, segmentsExact),
          segments: formatSegments(segments, segmentsExact),
        });
  const label =
    isUnconfirmed && !sending
      ? t(($) => $.messages.actions.sendAgainAnyway)
      : confirmation === undefined
        ? status
        : confirmation.evenIfSuppressed === true
          ? t(($) => $.messages.composer.sendAnyway)
          : t(($) => $.messages.composer.sendConfirmed, {
              segmentsExact: formatSegments(segments, segmentsExact),
              segments: formatSegments(segments, segmentsExact),
            });
  return (
    <>
      <div className={classes["actions"]}>
        <Button
          disabled={readOnly !== undefined}
          loading={sending}
          onClick={onSend}
          title={careful ? undefined : t(($) => $.messages.composer.shortcut)}
          variant={careful ? "default" : "filled"}
        >
          {label}
        </Button>
        <ConnectionTag name={connection} />
        <SendBlocker reason={readOnly} />
        {isUnconfirmed && !sending ? (
          <span className="muted">{t(($) => $.messages.composer.mayBeSent)}</span>
        ) : undefined}
      </div>
      <div aria-live="polite">
        {sent !== undefined && confirmation !== undefined ? (
          <Callout title={sent.title} tone="bad">
            <p>{t(($) => $.messages.composer.confirm, { failure: sent.sentence, button: label })}</p>
          </Callout>
        ) : sent === undefined ? undefined : (
          <p className={classes["sent"]}>
            <StatusPill tone={sent.tone}>{sent.title}</StatusPill> {sent.sentence}
          </p>
        )}
      </div>
    </>
  );
}

// Applies a template to one endpoint: record fields are filled in, other variables are entered.

interface TemplatePickProps {
  readonly connection: string;
  readonly endpoint: string;
  readonly written: MessageDraft;
  readonly onPick: (change: Partial<MessageDraft>) => void;
}

function TemplatePick({ connection, endpoint, written, onPick }: TemplatePickProps): ReactElement | undefined {
  const templates = dataOf(useFleetQuery("templates.list", {}, { reloadOnOpen: true }))?.templates;
  const [picked, setPicked] = useState<Template>();
  const [before, setBefore] = useState<MessageDraft>();
  if (templates === undefined || templates.length === 0) return undefined;
  return (
    <>
      <Select
        data={templates.map(({ id, folder, name }) => ({
          value: String(id),
          label: folder === "" ? name : `${folder} / ${name}`,
        }))}
        aria-label={t(($) => $.messages.templates.pick)}
        onChange={(value) => setPicked(templates.find(({ id }) => String(id) === value))}
        placeholder={t(($) => $.messages.templates.pickHelp)}
        searchable
        value={null}
      />
      {before === undefined ? undefined : (
        <Button
          onClick={() => {
            onPick(before);
            setBefore(undefined);
          }}
          variant="subtle"
        >
          {t(($) => $.messages.templates.restoreText)}
        </Button>
      )}
      <Modal onClose={() => setPicked(undefined)} opened={picked !== undefined} title={picked?.name}>
        {picked === undefined ? undefined : (
          <Fill
            connection={connection}
            endpoint={endpoint}
            onFilled={(change) => {
              setBefore(written.text.trim() === "" ? undefined : written);
              onPick(change);
              setPicked(undefined);
            }}
            template={picked}
            values={written.values}
          />
        )}
      </Modal>
    </>
  );
}

interface FillProps {
  readonly connection: string;
  readonly endpoint: string;
  readonly template: Template;
  readonly values: Readonly<Record<string, string>>;
  readonly onFilled: (change: Partial<MessageDraft>) => void;
}

function Fill({ connection, endpoint, template, values, onFilled }: FillProps): ReactElement {
  const { variables, text, notes } = template;
  const variablesToFill = variables.filter(({ name }) => !name.startsWith("endpoint."));
  const [inputValues, setInputValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(variablesToFill.map(({ name, standard = "" }) => [name, values[name] ?? standard])),
  );
  const [missing, setMissing] = useState<string>();
  const { busy, failure, run } = useCall();
  /** A dialog that was closed must not fill the composer. */
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const fill = (): void =>
    void run(async () => {
      const bindings = Object.fromEntries(Object.entries(inputValues).map(([name, value]) => [name, { value }]));
      const { items } = await fleet.planning.render({ connection, wording: { text, bindings }, endpoints: [endpoint] });
      if (!isOpen.current) return;
      const [item] = items;
      setMissing(item?.missing);
      if (item?.text === undefined) return;
      const { pattern = "", withinMinutes } = template.expect ?? {};
      const within = withinMinutes === undefined ? {} : { withinMinutes };
      onFilled({ text: item.text, values: withoutDefaults(inputValues, variables), expect: pattern, ...within });
    });
  return (
    <form
      className={classes["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        fill();
      }}
    >
      <p className={classes["payload"]}>{text}</p>
      {notes === "" ? undefined : <p className="muted">{notes}</p>}
      {variablesToFill.map(({ name, description }) => (
        <TextInput
          description={description === "" ? undefined : description}
          error={missing === name ? t(($) => $.messages.templates.valueMissing) : undefined}
          key={name}
          label={name}
          onChange={({ currentTarget: { value } }) => setInputValues((before) => ({ ...before, [name]: value }))}
          value={inputValues[name] ?? ""}
        />
      ))}
      {missing !== undefined && !variablesToFill.some(({ name }) => name === missing) ? (
        <Callout tone="bad">{t(($) => $.messages.templates.fieldMissing, { variable: missing })}</Callout>
      ) : undefined}
      <FailureCallout failure={failure} title={t(($) => $.messages.templates.fillFailed)} />
      <div className={classes["actions"]}>
        <Button loading={busy} type="submit" variant="filled">
          {t(($) => $.messages.templates.use)}
        </Button>
      </div>
    </form>
  );
}
