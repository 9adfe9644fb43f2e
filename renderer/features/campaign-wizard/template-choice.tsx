/** Takes the text, the typed standards and the expected answer of a template. */
import { Select } from "@mantine/core";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useRemote } from "../../ui/use-remote.ts";
import { nothingWritten } from "./draft-model.ts";

async function listTemplates(signal: AbortSignal): ReturnType<typeof fleet.templates.list> {
  return await fleet.templates.list({}, signal);
}

export function TemplateChoice(): ReactElement | undefined {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const write = useFleetdesk((state) => state.write);
  const kept = useRemote(listTemplates);
  const templates = shown(kept)?.templates ?? [];
  if (templates.length === 0) return undefined;
  const choose = (value: string | null): void => {
    const template = templates.find(({ id }) => String(id) === value);
    if (template === undefined) return;
    const standards = template.variables.flatMap(({ name, standard }) =>
      standard === undefined || body.bindings?.[name] !== undefined ? [] : [[name, { value: standard }] as const],
    );
    write({
      template: template.id,
      text: template.text,
      bindings: { ...body.bindings, ...Object.fromEntries(standards) },
      ...(template.expect === undefined ? {} : { expect: template.expect }),
    });
  };
  return (
    <Select
      aria-label="Template"
      data={templates.map(({ id, folder, name }) => ({
        value: String(id),
        label: folder === "" ? name : `${folder} / ${name}`,
      }))}
      onChange={choose}
      placeholder="From a template"
      searchable
      value={body.template === undefined ? null : String(body.template)}
    />
  );
}
