/** Edits one template: text, variables with descriptions, expected answer, notes. The draft is stored until it is saved. */
import { formatText, t } from "#shared/texts/text.ts";
import { Autocomplete, Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState, useSyncExternalStore } from "react";
import type { Template } from "#shared/contract/messages/templates.ts";
import { useFleetData, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import {
  clearSubmittedDraft,
  readForm,
  readTextDraft,
  saveTextDraft,
  subscribeToTextDrafts,
} from "../../lib/draft-storage.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { useCall } from "../../ui/use-call.ts";
import { usePatternProblem, usePatternTest } from "../../ui/use-pattern-test.ts";
import classes from "./messages.module.css";
import { type TemplateDraft, bodyOf, emptyTemplate, templateDraftOf, writeTemplateDraft } from "./template-draft.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { deleteTemplate } from "./template-actions.ts";

export function TemplateEditor({ template }: { readonly template: Template | undefined }): ReactElement {
  const key = `template/${template?.id ?? "new"}`;
  const savedDraft = template === undefined ? emptyTemplate : templateDraftOf(template);
  const stored = useSyncExternalStore(subscribeToTextDrafts, () => readTextDraft(key));
  const draft = readForm(stored, savedDraft);
  const folders = useFleetData("templates.list", {})?.templates ?? [];
  const setQuery = useFleetdesk((state) => state.setQuery);
  const watchPage = useFleetdesk((state) => state.watchPage);
  const { busy, failure, run } = useCall();
  const { text } = draft;
  const parsed = dataOf(useFleetQuery("planning.variables", { text }, { keepPrevious: true }));
  const problem = usePatternProblem(draft.pattern);
  const names = (parsed?.variables ?? []).filter((name) => !name.startsWith("endpoint."));
  const put = (change: Partial<TemplateDraft>): void =>
    void saveTextDraft(key, writeTemplateDraft({ ...draft, ...change }, savedDraft));
  const save = (as: "this" | "copy"): void =>
    void run(async () => {
      const isOpen = watchPage("template");
      const body = bodyOf(draft, parsed?.variables ?? []);
      const id = template === undefined || as === "copy" ? {} : { id: template.id };
      const name =
        as === "copy" && body.name === template?.name
          ? t(($) => $.messages.templates.copyName, { name: body.name })
          : body.name;
      const saved = await fleet.templates.save({ ...body, ...id, name });
      await reloadQueries("templates.list");
      // What was typed since belongs to the saved template.
      const isCleared = clearSubmittedDraft(key, stored);
      if (!isCleared && template === undefined) {
        const input = readForm(readTextDraft(key), emptyTemplate);
        saveTextDraft(`template/${saved.id}`, writeTemplateDraft(input, templateDraftOf(body)));
        saveTextDraft(key, "");
      }
      if (isOpen()) setQuery({ template: String(saved.id) }, { replace: true });
    });
  return (
    <form
      className={classes["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        save("this");
      }}
    >
      <div className={classes["row"]}>
        <TextInput
          label={t(($) => $.common.name)}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
          value={draft.name}
        />
        <Autocomplete
          data={[...new Set(folders.flatMap(({ folder }) => (folder === "" ? [] : [folder])))]}
          label={t(($) => $.messages.templates.folder)}
          onChange={(folder) => put({ folder })}
          value={draft.folder}
        />
      </div>
      <SmsText
        hasVariables={names.length > 0}
        label={t(($) => $.messages.text)}
        onChange={(value) => put({ text: value })}
        value={text}
      />
      {parsed?.problem === undefined ? undefined : <p role="alert">{formatText(parsed.problem.message)}</p>}
      <TemplateVariables about={draft.variables} names={names} onChange={(variables) => put({ variables })} />
      <div className={classes["row"]}>
        <TextInput
          description={t(($) => $.messages.expectedReply.help)}
          error={problem}
          label={t(($) => $.messages.expectedReply.label)}
          onChange={({ currentTarget }) => put({ pattern: currentTarget.value })}
          spellCheck={false}
          value={draft.pattern}
        />
        <NumberInput
          label={t(($) => $.messages.expectedReply.within)}
          max={10_080}
          min={1}
          onChange={(value) => {
            if (typeof value === "number" && value > 0) put({ withinMinutes: value });
          }}
          value={draft.withinMinutes}
        />
      </div>
      <TryPattern pattern={draft.pattern} />
      <Textarea
        autosize
        label={t(($) => $.messages.templates.notes)}
        minRows={2}
        onChange={({ currentTarget }) => put({ notes: currentTarget.value })}
        value={draft.notes}
      />
      <FailureCallout failure={failure} title={t(($) => $.messages.templates.saveFailed)} />
      <EditorActions busy={busy} onCopy={() => save("copy")} template={template} />
    </form>
  );
}

interface EditorActionsProps {
  readonly busy: boolean;
  /** Undefined while a new one is written. */
  readonly template: Template | undefined;
  readonly onCopy: () => void;
}

function EditorActions({ busy, template, onCopy }: EditorActionsProps): ReactElement {
  return (
    <div className={classes["actions"]}>
      <Button loading={busy} type="submit" variant="filled">
        {t(($) => $.messages.templates.save)}
      </Button>
      {template === undefined ? undefined : (
        <>
          <Button disabled={busy} onClick={onCopy}>
            {t(($) => $.messages.templates.saveCopy)}
          </Button>
          <ActionButton action={deleteTemplate} target={template} />
        </>
      )}
    </div>
  );
}

/** Tests the pattern of an expected answer against a sample text. */
function TryPattern({ pattern }: { readonly pattern: string }): ReactElement | undefined {
  const [answer, setAnswer] = useState("");
  const tried = usePatternTest(pattern, answer);
  if (pattern.trim() === "") return undefined;
  return (
    <div className={classes["row"]}>
      <TextInput
        label={t(($) => $.messages.expectedReply.test)}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        value={answer}
      />
      <span aria-live="polite" className="muted">
        {answer === "" || tried === undefined || "problem" in tried
          ? ""
          : tried.matches
            ? t(($) => $.messages.expectedReply.matches)
            : t(($) => $.messages.expectedReply.noMatch)}
      </span>
    </div>
  );
}

type About = TemplateDraft["variables"];

interface TemplateVariablesProps {
  readonly names: readonly string[];
  readonly about: About;
  readonly onChange: (about: About) => void;
}

/** Description and default of each variable of a template. */
function TemplateVariables({ names, about, onChange }: TemplateVariablesProps): ReactElement | undefined {
  if (names.length === 0) return undefined;
  return (
    <table aria-label={t(($) => $.messages.templates.variables)} className={classes["table"]}>
      <thead>
        <tr>
          <th>{t(($) => $.messages.templates.variable)}</th>
          <th>{t(($) => $.messages.templates.description)}</th>
          <th>{t(($) => $.messages.templates.defaultValue)}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const { description, standard } = about[name] ?? { description: "", standard: "" };
          const change = (next: Partial<About[string]>): void =>
            onChange({ ...about, [name]: { description, standard, ...next } });
          return (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td>
                <TextInput
                  aria-label={t(($) => $.messages.templates.descriptionOf, { name })}
                  onChange={({ currentTarget }) => change({ description: currentTarget.value })}
                  value={description}
                />
              </td>
              <td>
                <TextInput
                  aria-label={t(($) => $.messages.templates.defaultValueOf, { name })}
                  onChange={({ currentTarget }) => change({ standard: currentTarget.value })}
                  value={standard}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
