/** One template: text, variables with their meaning, the answer it expects, notes. What is typed is kept until it is saved. */
import { formatText, t } from "#shared/texts/text.ts";
import { Autocomplete, Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import type { Template } from "#contract/templates.ts";
import { fleet } from "../../lib/fleet.ts";
import { keepText, keptText } from "../../lib/kept-text.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { SmsText } from "../../ui/sms-text/sms-text.tsx";
import { useCall } from "../../ui/use-call.ts";
import { usePatternProblem } from "../../ui/use-tried-pattern.ts";
import { useRemote } from "../../ui/use-remote.ts";
import classes from "./messages.module.css";
import { bodyOf, emptyTemplate, readTyped, type TypedTemplate, typedOf } from "./template-model.ts";
import { TemplateVariables } from "./template-variables.tsx";
import { offerUndo } from "./undo-removal.tsx";
import { TryPattern } from "./try-pattern.tsx";

export function TemplateEditor({ template }: { readonly template: Template | undefined }): ReactElement {
  const key = `template/${template?.id ?? "new"}`;
  const kept = template === undefined ? emptyTemplate : typedOf(template);
  const [typed, setTyped] = useState<TypedTemplate>(() => readTyped(keptText(key)) ?? kept);
  const folders = useFleetdesk((state) => shown(state.templates)) ?? [];
  const load = useFleetdesk((state) => state.loadTemplates);
  const refine = useFleetdesk((state) => state.refine);
  const { busy, failure, run } = useCall();
  const { text } = typed;
  const found = shown(useRemote(useCallback((signal) => fleet.planning.variables({ text }, signal), [text])));
  const problem = usePatternProblem(typed.pattern);
  const names = (found?.variables ?? []).filter((name) => !name.startsWith("endpoint."));
  const put = (change: Partial<TypedTemplate>): void => {
    const next = { ...typed, ...change };
    setTyped(next);
    keepText(key, JSON.stringify(next) === JSON.stringify(kept) ? "" : JSON.stringify(next));
  };
  const save = (as: "this" | "copy"): void =>
    void run(async () => {
      const body = bodyOf(typed, found?.variables ?? []);
      const id = template === undefined || as === "copy" ? {} : { id: template.id };
      const name =
        as === "copy" && body.name === template?.name
          ? t(($) => $.messages.templates.copyName, { name: body.name })
          : body.name;
      const saved = await fleet.templates.save({ ...body, ...id, name });
      keepText(key, "");
      await load();
      refine({ template: String(saved.id) }, { replace: true });
    });
  const remove = (): void =>
    void run(async () => {
      if (template === undefined) return;
      const half = keptText(key);
      await fleet.templates.remove({ id: template.id });
      keepText(key, "");
      await load();
      refine({ template: undefined }, { replace: true });
      offerUndo(template, half);
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
          value={typed.name}
        />
        <Autocomplete
          data={[...new Set(folders.flatMap(({ folder }) => (folder === "" ? [] : [folder])))]}
          label={t(($) => $.messages.templates.folder)}
          onChange={(folder) => put({ folder })}
          value={typed.folder}
        />
      </div>
      <SmsText
        hasVariables={names.length > 0}
        label={t(($) => $.messages.text)}
        onChange={(value) => put({ text: value })}
        value={text}
      />
      {found?.problem === undefined ? undefined : <p role="alert">{formatText(found.problem.message)}</p>}
      <TemplateVariables about={typed.variables} names={names} onChange={(variables) => put({ variables })} />
      <div className={classes["row"]}>
        <TextInput
          description={t(($) => $.messages.expectedReply.help)}
          error={problem}
          label={t(($) => $.messages.expectedReply.label)}
          onChange={({ currentTarget }) => put({ pattern: currentTarget.value })}
          spellCheck={false}
          value={typed.pattern}
        />
        <NumberInput
          label={t(($) => $.messages.expectedReply.within)}
          max={10_080}
          min={1}
          onChange={(value) => {
            if (typeof value === "number" && value > 0) put({ withinMinutes: value });
          }}
          value={typed.withinMinutes}
        />
      </div>
      <TryPattern pattern={typed.pattern} />
      <Textarea
        autosize
        label={t(($) => $.messages.templates.notes)}
        minRows={2}
        onChange={({ currentTarget }) => put({ notes: currentTarget.value })}
        value={typed.notes}
      />
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.messages.templates.saveFailed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      <Deeds busy={busy} isNew={template === undefined} onCopy={() => save("copy")} onRemove={remove} />
    </form>
  );
}

interface DeedsProps {
  readonly busy: boolean;
  readonly isNew: boolean;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

function Deeds({ busy, isNew, onCopy, onRemove }: DeedsProps): ReactElement {
  return (
    <div className={classes["deeds"]}>
      <Button loading={busy} type="submit" variant="filled">
        {t(($) => $.messages.templates.save)}
      </Button>
      {isNew ? undefined : (
        <>
          <Button disabled={busy} onClick={onCopy}>
            {t(($) => $.messages.templates.saveCopy)}
          </Button>
          <Button disabled={busy} onClick={onRemove}>
            {t(($) => $.messages.templates.delete)}
          </Button>
        </>
      )}
    </div>
  );
}
