/** Inserts the text, default values and expected reply of a template; the replaced values can be restored. */
import { t } from "#shared/texts/text.ts";
import { Button, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Template } from "#shared/contract/messages/templates.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { fleet } from "../../../lib/fleet.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import { useAsyncState } from "../../../ui/use-async-state.ts";
import { emptyBody } from "./draft-body.ts";
import classes from "./wizard.module.css";
import type { DraftChange } from "./wizard-slice.ts";

async function listTemplates(signal: AbortSignal): ReturnType<typeof fleet.templates.list> {
  return await fleet.templates.list({}, signal);
}

export function TemplateChoice(): ReactElement | undefined {
  const body = useFleetdesk((state) => state.wizard?.body ?? emptyBody);
  const columns = useFleetdesk((state) => dataOf(state.wizardPreview)?.columns ?? noColumns);
  const write = useFleetdesk((state) => state.write);
  const [before, setBefore] = useState<DraftChange>();
  const templates = dataOf(useAsyncState(listTemplates))?.templates ?? [];
  if (templates.length === 0) return undefined;
  const choose = (value: string | null): void => {
    const template = templates.find(({ id }) => String(id) === value);
    if (template === undefined) return;
    const { text, bindings, expect, template: former } = body;
    const hasOwnText = (text ?? "").trim() !== "" && templates.every((one) => one.text !== text);
    if (hasOwnText) setBefore({ text, bindings, expect, template: former });
    write(changeFromTemplate(template, body, columns));
  };
  return (
    <div className={classes["buttons"]}>
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

/** Default values apply only to variables without a value of their own and without a column of that name. */
function changeFromTemplate(template: Template, { bindings }: DraftBody, columns: readonly string[]): DraftChange {
  const columnNames = new Set(columns.map((column) => column.trim().toLowerCase()));
  const standards = template.variables.flatMap(({ name, standard }) =>
    standard === undefined || bindings?.[name] !== undefined || columnNames.has(name.toLowerCase())
      ? []
      : [[name, { value: standard }] as const],
  );
  return {
    template: template.id,
    text: template.text,
    bindings: { ...bindings, ...Object.fromEntries(standards) },
    expect: template.expect,
  };
}
