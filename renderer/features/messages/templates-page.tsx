/** Templates by folder, and the one that is being edited. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, FileButton, Select, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { readListFile } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ResourcePage } from "../../app/resource-page.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionItem } from "../../app/actions/run-action.tsx";
import { exportTemplates } from "./template-actions.ts";
import classes from "./messages.module.css";
import { TemplateEditor } from "./template-editor.tsx";
import { byFolder } from "./template-draft.ts";

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
