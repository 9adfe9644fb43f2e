/** Templates by folder, and the one that is being edited. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, FileButton, Select, TextInput, Autocomplete, NumberInput, Textarea } from "@mantine/core";
import { type ReactElement, useState, useSyncExternalStore } from "react";
import type { Template } from "#shared/contract/messages/templates.ts";
import { useFleetQuery, useFleetData } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { readListFile } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ResourcePage } from "../../app/resource-page.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionItem, ActionButton } from "../../app/actions/run-action.tsx";
import { exportTemplates, deleteTemplate } from "./template-actions.ts";
import classes from "./messages.module.css";
import {
  byFolder,
  type TemplateDraft,
  bodyOf,
  emptyTemplate,
  templateDraftOf,
  writeTemplateDraft,
} from "./template-draft.ts";
import {
  clearSubmittedDraft,
  readForm,
  readTextDraft,
  saveTextDraft,
  subscribeToTextDrafts,
} from "../../lib/draft-storage.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { usePatternProblem, usePatternTest } from "../../ui/use-pattern-test.ts";

export function TemplatesPage(): ReactElement {
  const templates = useFleetQuery("templates.list", {}, { reloadOnOpen: true });
  const all = dataOf(templates)?.templates ?? [];
  return (
    <ResourcePage
      actions={<Exchange count={all.length} />}
      columns="minmax(260px, 1fr) minmax(0, 2fr)"
      renderDetail={(item) => (item === undefined ? undefined : <TemplateEditor key={item.id} template={item} />)}
      empty={
        templates.state === "ready" ? (
          <Notice title={t(($) => $.messages.templates.empty)}>{t(($) => $.messages.templates.emptyHelp)}</Notice>
        ) : undefined
      }
      form={<TemplateEditor key="new" template={undefined} />}
      groups={byFolder(all).map(([folder, items]) => ({
        label: folder === "" ? t(($) => $.messages.templates.noFolder) : folder,
        head: folder === "" ? undefined : <FolderName folder={folder} />,
        items,
      }))}
      idsOf={({ id }) => [String(id)]}
      list={undefined}
      newTitle={t(($) => $.messages.templates.create)}
      param="template"
      prompt={t(($) => $.messages.templates.select)}
      request={templates}
    >
      {({ name, text }) => (
        <>
          <b>{name}</b>
          <span className={`muted ${classes["text"]}`}>{text}</span>
        </>
      )}
    </ResourcePage>
  );
}

const existingOptions = [
  { value: "keep", label: t(($) => $.messages.templates.keepExisting) },
  { value: "replace", label: t(($) => $.messages.templates.replaceExisting) },
  { value: "rename", label: t(($) => $.messages.templates.importAsCopy) },
];

/** Import from and export to a file. */
function Exchange({ count }: { readonly count: number }): ReactElement {
  const [existing, setExisting] = useState<"keep" | "replace" | "rename">("keep");
  const [status, setStatus] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { busy, failure, run } = useCall();
  const take = (file: File | null): void =>
    void run(async () => {
      if (file === null) return;
      setProblems([]);
      setStatus(undefined);
      const read = await readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in read) return setProblems([read.problem]);
      const {
        added,
        replaced,
        unchanged: retained,
        problems: importProblems,
      } = await fleet.templates.importText({ text: read.text, existing });
      setStatus(t(($) => $.messages.templates.imported, { added, replaced, unchanged: retained }));
      setProblems(
        importProblems.map(({ entry, message }) =>
          t(($) => $.messages.templates.importProblem, { entry, problem: formatText(message) }),
        ),
      );
      await reloadQueries("templates.list");
    });
  return (
    <>
      <ExportMenu action={exportTemplates} target={{ count }}>
        <ActionItem action={exportTemplates} target={{ count }} />
      </ExportMenu>
      <FileButton accept="application/json,.json" onChange={take}>
        {(props) => (
          <Button {...props} loading={busy}>
            {t(($) => $.messages.templates.import)}
          </Button>
        )}
      </FileButton>
      <Select
        allowDeselect={false}
        label={t(($) => $.messages.templates.existing)}
        data={existingOptions}
        onChange={(value) => setExisting(value === "replace" || value === "rename" ? value : "keep")}
        value={existing}
      />
      {status === undefined ? undefined : <span role="status">{status}</span>}
      {failure === undefined && problems.length === 0 ? undefined : (
        <Callout
          title={
            failure === undefined
              ? t(($) => $.messages.templates.partlyImported)
              : t(($) => $.messages.templates.importFailed)
          }
          tone="bad"
        >
          {[...(failure === undefined ? [] : [formatText(failure.text)]), ...problems].map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Callout>
      )}
    </>
  );
}

/** The name of a folder, edited in place. */
function FolderName({ folder }: { readonly folder: string }): ReactElement {
  const [name, setName] = useState<string>();
  const { busy, failure, run } = useCall();
  if (name === undefined) {
    return (
      <div className={classes["head"]}>
        <h2 className="muted">{folder}</h2>
        <Button
          aria-label={t(($) => $.messages.templates.renameThisFolder, { folder })}
          onClick={() => setName(folder)}
          variant="subtle"
        >
          {t(($) => $.messages.templates.renameFolder)}
        </Button>
      </div>
    );
  }
  const rename = (): void =>
    void run(async () => {
      await fleet.templates.renameFolder({ folder, to: name });
      setName(undefined);
      await reloadQueries("templates.list");
    });
  return (
    <form
      className={classes["head"]}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <TextInput
        aria-label={t(($) => $.messages.templates.newFolderName, { folder })}
        data-autofocus
        error={failure && formatText(failure.text)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <Button loading={busy} type="submit">
        {t(($) => $.messages.templates.renameFolder)}
      </Button>
      <Button onClick={() => setName(undefined)}>{t(($) => $.common.cancel)}</Button>
    </form>
  );
}

/** Edits one template: text, variables with descriptions, expected answer, notes. The draft is stored until it is saved. */
function TemplateEditor({ template }: { readonly template: Template | undefined }): ReactElement {
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
