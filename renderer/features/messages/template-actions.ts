/** Actions on templates. */
import { t } from "#shared/texts/text.ts";
import type { Template } from "#shared/contract/messages/templates.ts";
import type { Action } from "../../app/actions/action.ts";
import { showDeleted } from "../../app/actions/undo.ts";
import { showExported } from "../../app/actions/show-exported.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { readTextDraft, saveTextDraft } from "../../lib/draft-storage.ts";
import { fleet } from "../../lib/fleet.ts";

export const deleteTemplate: Action<Template> = {
  id: "delete-template",
  title: t(($) => $.messages.templates.delete),
  run: async (template, { watchPage, setQuery }) => {
    const isOpen = watchPage("template");
    const key = `template/${template.id}`;
    const unsaved = readTextDraft(key);
    await fleet.templates.remove({ id: template.id });
    saveTextDraft(key, "");
    await reloadQueries("templates.list");
    if (isOpen()) setQuery({ template: undefined }, { replace: true });
    showDeleted({
      title: t(($) => $.messages.templates.deleted, { name: template.name }),
      restore: restoreTemplate,
      target: { template, unsaved },
    });
  },
};

export const exportTemplates: Action<{ readonly count: number }> = {
  id: "export-templates",
  changesNothing: true,
  title: t(($) => $.messages.templates.export),
  disabledReason: ({ count }) => (count === 0 ? t(($) => $.messages.templates.nothingToExport) : undefined),
  run: async (_target, state) => {
    const result = await fleet.templates.exportAs({});
    showExported(
      state,
      result,
      t(($) => $.messages.templates.exported, { count: result.count }),
    );
  },
};

/** `unsaved`: the stored draft of unsaved changes. */
const restoreTemplate: Action<{ readonly template: Template; readonly unsaved: string }> = {
  id: "restore-template",
  title: t(($) => $.messages.templates.restore),
  run: async ({ template, unsaved }, { address, watchPage, setQuery }) => {
    const isOpen = watchPage("template");
    const { id: _id, updatedAt: _updatedAt, ...body } = template;
    const saved = await fleet.templates.save(body);
    saveTextDraft(`template/${saved.id}`, unsaved);
    await reloadQueries("templates.list");
    // It may be restored from a notification on any page.
    if (address.path[1] === "templates" && isOpen()) setQuery({ template: String(saved.id) }, { replace: true });
  },
};
