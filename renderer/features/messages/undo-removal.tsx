/** Offers to restore a deleted template, including its unsaved draft. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Template } from "#shared/contract/messages/templates.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { saveTextDraft } from "../../lib/draft-storage.ts";
import { useFleetdesk } from "../../app/store/store.ts";

/** `half`: the stored draft of unsaved changes. */
export function offerUndo(template: Template, half: string): void {
  const { id, updatedAt: _then, ...body } = template;
  const note = `template-removed-${id}`;
  const bring = async (): Promise<void> => {
    notifications.hide(note);
    const { setQuery } = useFleetdesk.getState();
    try {
      const saved = await fleet.templates.save(body);
      saveTextDraft(`template/${saved.id}`, half);
      await reloadQueries("templates.list");
      setQuery({ template: String(saved.id) }, { replace: true });
    } catch (error) {
      const message = formatText(failureOf(error).text);
      notifications.show({ title: t(($) => $.messages.templates.restoreFailed), message, color: "red" });
    }
  };
  notifications.show({
    id: note,
    title: t(($) => $.messages.templates.deleted, { name: template.name }),
    message: <Button onClick={() => void bring()}>{t(($) => $.messages.templates.restore)}</Button>,
  });
}
