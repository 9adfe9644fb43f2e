/** Step 2, text: name, sender, text or template, variables, and samples. */
import { formatText, t } from "#shared/texts/text.ts";
import { defaultMaxSegments } from "#shared/contract/limits.ts";
import { normalizeSenderNumber } from "#shared/rules/sender-number.ts";
import { Autocomplete, Button, Select, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useRef, useState } from "react";
import type { Action } from "../../../app/actions/action.ts";
import { ActionButton } from "../../../app/actions/run-action.tsx";
import { useFleetData } from "../../../data/fleet-query.ts";
import { reloadQueries } from "../../../data/invalidations.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { Panel } from "../../../ui/panel.tsx";
import { SmsText } from "../../../ui/sms-text/sms-text.tsx";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { changeFromTemplate, emptyBody } from "./draft-body.ts";
import { issueOf } from "./draft-issues.ts";
import { NumberField } from "./number-field.tsx";
import { SamplesPanel } from "./preview-panel.tsx";
import { openVariable } from "./plan-text.ts";
import classes from "./wizard.module.css";
import { usePatternTest } from "../../../ui/use-pattern-test.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import type { DraftChange } from "./wizard-slice.ts";
import type { Binding } from "#shared/contract/campaigns/campaign-schemas.ts";
import { Callout } from "../../../ui/callout.tsx";

const textPlaceholder = t(($) => $.planning.text.placeholder, {
  example: "{{pin}}",
  column: `{{${t(($) => $.planning.text.placeholderColumn)}}}`,
  field: "{{endpoint.name}}",
});

export function TextStep(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const connection = useFleetdesk((state) => state.wizard?.connection);
  const write = useFleetdesk((state) => state.write);
  const senders = useAsyncState(
    useCallback((signal) => fleet.sms.senders(connection === undefined ? {} : { connection }, signal), [connection]),
  );
  const touched = useTouched();
  const { from = "" } = body;
  const problem = (field: string): string | undefined => (touched.has(field) ? issueOf(body, field) : undefined);
  return (
    <div className={classes["two"]}>
      <div className={classes["column"]}>
        <Panel title={t(($) => $.planning.text.nameAndSender)}>
          <TextInput
            data-field="name"
            error={problem("name")}
            label={t(($) => $.planning.fields.name)}
            maxLength={120}
            onBlur={() => touched.touch("name")}
            onChange={({ currentTarget: { value } }) => write({ name: value === "" ? undefined : value })}
            value={body.name ?? ""}
          />
          <Autocomplete
            data={[...(dataOf(senders)?.senders ?? [])]}
            data-field="from"
            description={t(($) => $.planning.fields.senderHelp)}
            error={problem("from")}
            inputMode="numeric"
            label={t(($) => $.planning.fields.sender)}
            onBlur={() => {
              touched.touch("from");
              if (from !== normalizeSenderNumber(from)) write({ from: normalizeSenderNumber(from) });
            }}
            onChange={(text) => write({ from: text === "" ? undefined : text })}
            value={from}
          />
        </Panel>
        <Panel
          aside={
            <>
              <TemplateChoice />
              <ActionButton action={saveAsTemplate} target={body} variant="subtle" />
            </>
          }
          title={t(($) => $.planning.text.title)}
        >
          <div data-field="text">
            <MessageText error={problem("text")} />
          </div>
          <NumberField
            change={(maxSegments) => ({ maxSegments })}
            description={t(($) => $.planning.fields.maxSegmentsHelp)}
            field="maxSegments"
            max={255}
            mayBeEmpty
            min={1}
            placeholder={String(defaultMaxSegments)}
            value={body.maxSegments}
            whole
          />
        </Panel>
        <ExpectPanel />
      </div>
      <SamplesPanel />
    </div>
  );
}

/** The text and its variables: a chip inserts one, and after "{{" the chips complete what is typed. */
function MessageText({ error }: { readonly error: string | undefined }): ReactElement {
  const text = useFleetdesk((state) => state.wizard?.body.text ?? "");
  const columns = useFleetdesk((state) => dataOf(state.wizardPreview)?.columns ?? noColumns);
  const write = useFleetdesk((state) => state.write);
  const data = dataOf(useAsyncState(useCallback((signal) => fleet.planning.variables({ text }, signal), [text])));
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState<number>();
  const prefix = cursor === undefined ? undefined : openVariable(text, cursor);
  const all = [
    ...new Set(columns.filter((column) => column !== "")),
    ...(data?.endpointFields ?? []).map((name) => `endpoint.${name}`),
  ];
  const offered = prefix === undefined ? all : all.filter((name) => name.toLowerCase().includes(prefix.toLowerCase()));
  const onCursor = (): void =>
    setCursor(document.activeElement === field.current ? field.current?.selectionStart : undefined);
  const insert = (name: string): void => {
    const at = field.current?.selectionStart ?? text.length;
    const start = at - (openVariable(text, at)?.length ?? -2) - 2;
    const rest = text.slice(at).replace(/^\}\}/, "");
    const before = `${text.slice(0, start)}{{${name}}}`;
    write({ text: before + rest });
    window.setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  return (
    <>
      <SmsText
        error={error}
        fieldRef={field}
        hasVariables={text.includes("{{")}
        label={t(($) => $.planning.fields.text)}
        onChange={(next) => {
          write({ text: next === "" ? undefined : next });
          onCursor();
        }}
        onCursor={onCursor}
        onKeyDown={(event) => {
          const [first] = offered;
          if (prefix === undefined || first === undefined || event.shiftKey) return;
          if (event.key !== "Tab" && event.key !== "Enter") return;
          event.preventDefault();
          insert(first);
        }}
        placeholder={textPlaceholder}
        value={text}
      />
      {offered.length === 0 ? undefined : (
        <div aria-label={t(($) => $.planning.text.insertVariable)} className={classes["chips"]} role="group">
          {offered.slice(0, prefix === undefined ? mostChips : mostOffered).map((name, index) => (
            <button
              data-first={(prefix !== undefined && index === 0) || undefined}
              key={name}
              // The text keeps the focus, and with it the place of the cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
              type="button"
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <VariablesTable isTyping={prefix !== undefined} />
    </>
  );
}

const [mostChips, mostOffered] = [10, 24];

const saveAsTemplate: Action<DraftBody> = {
  id: "save-draft-as-template",
  title: t(($) => $.planning.text.saveAsTemplate),
  disabledReason: ({ name = "", text = "" }) =>
    text.trim() === "" || name.trim() === "" ? t(($) => $.planning.text.saveAsTemplateNeeds) : undefined,
  run: async ({ name = "", text = "", bindings = {}, expect }, { notify }) => {
    const standards = Object.entries(bindings).flatMap(([variable, binding]) => {
      const standard = fixedValueOf(binding, false);
      return standard === undefined ? [] : [{ name: variable, standard }];
    });
    await fleet.templates.save({ name: name.trim(), text, expect, variables: standards });
    await reloadQueries("templates.list");
    notify({
      title: t(($) => $.planning.text.savedAsTemplate, { name: name.trim() }),
      text: "",
      tone: "plain",
      hint: true,
    });
  },
};

const usualMinutes = 60;

/** The reply expected from a device: the pattern is tested while typed, also against a sample reply. */
function ExpectPanel(): ReactElement {
  const expect = useFleetdesk((state) => state.wizard?.body.expect);
  const typeInto = useFleetdesk((state) => state.setFieldInput);
  const write = useFleetdesk((state) => state.write);
  const [answer, setAnswer] = useState("");
  const tried = usePatternTest(expect?.pattern ?? "", answer);
  const type = (pattern: string): void => {
    if (pattern === "") typeInto("expect", undefined, { expect: undefined });
    else write({ expect: { pattern, withinMinutes: expect?.withinMinutes ?? usualMinutes } });
  };
  const problem = tried !== undefined && "problem" in tried ? tried.problem : undefined;
  return (
    <Panel title={t(($) => $.planning.reply.title)}>
      <TextInput
        description={t(($) => $.planning.reply.patternHelp)}
        error={problem}
        label={t(($) => $.planning.reply.pattern)}
        maxLength={500}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        placeholder="^OK"
        spellCheck={false}
        value={expect?.pattern ?? ""}
      />
      {expect === undefined ? undefined : (
        <>
          <div className={classes["row"]}>
            <NumberField
              change={(value) => (value === undefined ? {} : { expect: { ...expect, withinMinutes: value } })}
              field="expect.withinMinutes"
              max={10_080}
              min={0.1}
              value={expect.withinMinutes}
            />
            <TextInput
              label={t(($) => $.planning.reply.test)}
              onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
              placeholder="OK 42"
              value={answer}
            />
          </div>
          <p aria-live="polite" className="muted">
            {answer === "" || tried === undefined || "problem" in tried
              ? ""
              : tried.matches
                ? t(($) => $.planning.reply.matches)
                : t(($) => $.planning.reply.noMatch)}
          </p>
        </>
      )}
    </Panel>
  );
}

/** Inserts the text, default values and expected reply of a template; the replaced values can be restored. */
function TemplateChoice(): ReactElement | undefined {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const write = useFleetdesk((state) => state.write);
  const [before, setBefore] = useState<DraftChange>();
  const templates = useFleetData("templates.list", {})?.templates ?? [];
  if (templates.length === 0) return undefined;
  const choose = (value: string | null): void => {
    const template = templates.find(({ id }) => String(id) === value);
    if (template === undefined) return;
    const { text, bindings, expect, template: former } = body;
    const hasOwnText = (text ?? "").trim() !== "" && templates.every((one) => one.text !== text);
    if (hasOwnText) setBefore({ text, bindings, expect, template: former });
    write(changeFromTemplate(template, body));
  };
  return (
    <div className="controls">
      {before === undefined ? undefined : (
        <Button
          onClick={() => {
            write(before);
            setBefore(undefined);
          }}
          variant="subtle"
        >
          {t(($) => $.planning.text.restore)}
        </Button>
      )}
      <Select
        aria-label={t(($) => $.planning.text.template)}
        data={templates.map(({ id, folder, name }) => ({
          value: String(id),
          label: folder === "" ? name : `${folder} / ${name}`,
        }))}
        onChange={choose}
        placeholder={t(($) => $.planning.text.useTemplate)}
        searchable
        value={body.template === undefined ? null : String(body.template)}
      />
    </div>
  );
}

const noColumns: readonly string[] = [];

interface Touched {
  readonly has: (field: string) => boolean;
  readonly touch: (field: string) => void;
}

/** Fields that lost the focus once: only these show their issues, so an empty form shows none. */
function useTouched(): Touched {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  return { has: (field) => fields.has(field), touch: (field) => setFields((before) => new Set([...before, field])) };
}

// Source of each variable: a column of a list, a field of the endpoint, or a typed value.

/** `isTyping`: a variable is being typed, so that its braces are open. */
function VariablesTable({ isTyping }: { readonly isTyping: boolean }): ReactElement | undefined {
  const text = useFleetdesk((state) => state.wizard?.body.text ?? "");
  const bindings = useFleetdesk((state) => state.wizard?.body.bindings) ?? {};
  const columns = useFleetdesk((state) => dataOf(state.wizardPreview)?.columns) ?? [];
  const write = useFleetdesk((state) => state.write);
  const data = dataOf(useAsyncState(useCallback((signal) => fleet.planning.variables({ text }, signal), [text])));
  if (data === undefined || text === "") return undefined;
  const { variables, endpointFields, problem, warning } = data;
  if (problem !== undefined && isTyping) return undefined;
  if (problem !== undefined) return <p role="alert">{formatText(problem.message)}</p>;
  const own = variables.filter((name) => !name.startsWith("endpoint."));
  const callout = warning === undefined ? undefined : <Callout tone="waiting">{formatText(warning)}</Callout>;
  if (own.length === 0) return callout;
  const bind = (name: string, binding: Binding | undefined): void => {
    const { [name]: _before, ...rest } = bindings;
    write({ bindings: binding === undefined ? rest : { ...rest, [name]: binding } });
  };
  const choices = [
    { value: "same", label: t(($) => $.planning.text.sameColumn) },
    { value: "typed", label: t(($) => $.planning.text.fixedValue) },
    ...columns
      .filter((column) => column !== "")
      .map((column) => ({ value: `column ${column}`, label: t(($) => $.planning.text.column, { name: column }) })),
    ...endpointFields.map((field) => ({
      value: `field ${field}`,
      label: t(($) => $.planning.text.endpointField, { name: field }),
    })),
  ];
  return (
    <>
      {callout}
      <table aria-label={t(($) => $.planning.text.variables)} className={classes["table"]}>
        <thead>
          <tr>
            <th>{t(($) => $.planning.text.variable)}</th>
            <th>{t(($) => $.planning.text.source)}</th>
            <th>{t(($) => $.planning.text.value)}</th>
          </tr>
        </thead>
        <tbody>
          {own.map((name) => {
            const binding = bindings[name];
            const hasColumn = columns.some((column) => sameName(column, name));
            const fixed = fixedValueOf(binding, hasColumn);
            return (
              <tr key={name}>
                <td className="mono">{name}</td>
                <td>
                  <Select
                    allowDeselect={false}
                    aria-label={t(($) => $.planning.text.sourceOf, { name })}
                    data={choices}
                    onChange={(value) => bind(name, bindingOf(value ?? "same"))}
                    value={fixed === undefined ? choiceOf(binding) : "typed"}
                  />
                </td>
                <td>
                  {fixed !== undefined ? (
                    <TextInput
                      aria-label={t(($) => $.planning.text.valueOf, { name })}
                      error={fixed.trim() === "" ? t(($) => $.planning.text.valueMissing) : undefined}
                      onChange={({ currentTarget }) => bind(name, { value: currentTarget.value })}
                      value={fixed}
                    />
                  ) : binding === undefined && !hasColumn ? (
                    <span className={classes["bad"]}>{t(($) => $.planning.text.noColumn)}</span>
                  ) : (
                    <span className="muted">{t(($) => $.planning.text.fromRecipient)}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function fixedValueOf(binding: Binding | undefined, hasColumn: boolean): string | undefined {
  if (binding === undefined) return undefined;
  if ("value" in binding) return binding.value;
  return "default" in binding && !hasColumn ? binding.default : undefined;
}

function choiceOf(binding: Binding | undefined): string {
  if (binding !== undefined && "column" in binding) return `column ${binding.column}`;
  return binding !== undefined && "field" in binding ? `field ${binding.field}` : "same";
}

function bindingOf(choice: string): Binding | undefined {
  if (choice === "typed") return { value: "" };
  if (choice.startsWith("column ")) return { column: choice.slice("column ".length) };
  return choice.startsWith("field ") ? { field: choice.slice("field ".length) } : undefined;
}
