/** Actions on saved views: save the changes of the open one, and delete it. */
import { t } from "#shared/texts/text.ts";
import type { View } from "#shared/contract/fleet/views.ts";
import type { Action } from "../../app/actions/action.ts";
import { showDeleted } from "../../app/actions/undo.ts";
import { fleet } from "../../lib/fleet.ts";

/** A view as it is saved; without an id, a new one. */
export type ViewInput = Parameters<typeof fleet.views.save>[0];

export const saveView: Action<ViewInput> = {
  id: "save-view",
  title: t(($) => $.fleet.views.saveChanges),
  run: async (view) => void (await fleet.views.save(view)),
};

/** Saves a new view and opens it. */
export const createView: Action<ViewInput> = {
  id: "create-view",
  title: t(($) => $.fleet.views.save),
  run: async (view, { setQuery }) => {
    const saved = await fleet.views.save(view);
    setQuery({ view: String(saved.id) });
  },
};

export const deleteView: Action<View> = {
  id: "delete-view",
  title: t(($) => $.fleet.views.delete),
  run: async (view, { setQuery }) => {
    await fleet.views.remove({ id: view.id });
    setQuery({ view: undefined }, { replace: true });
    const { id: _id, createdAt: _createdAt, ...target } = view;
    showDeleted({ title: t(($) => $.fleet.views.deleted, { name: view.name }), restore: restoreView, target });
  },
};

const restoreView: Action<ViewInput> = { ...saveView, id: "restore-view", title: t(($) => $.fleet.views.restore) };
