/** Actions on saved views. Each rejects with a message for display; deletion can be undone. */
import { t } from "#shared/texts/text.ts";
import { formatText } from "#shared/texts/text.ts";
import { notifications } from "@mantine/notifications";
import type { View } from "#shared/contract/fleet/views.ts";
import { Button } from "@mantine/core";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";

export interface ViewActions {
  readonly save: (title: string, id: number) => Promise<void>;
  readonly saveNew: (title: string) => Promise<void>;
  readonly rename: (view: View, title: string) => Promise<void>;
  readonly remove: (view: View) => Promise<void>;
  readonly reset: (view: View) => void;
  readonly leave: () => void;
}

export function useViewActions(name: ListName, { filter, sort }: ListQuery, savedLayout: SavedLayout): ViewActions {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const columns = savedLayout.layout.map(({ field, width, pinned }) => ({
    field,
    width,
    pinned,
  }));
  const reportFailure = (title: string, error: unknown): void => {
    notifications.show({ title, message: formatText(failureOf(error).text), color: "red" });
  };
  const bring = async (view: View): Promise<void> => {
    const { id: _id, createdAt: _then, columns: viewColumns, ...rest } = view;
    try {
      await fleet.views.save({ ...rest, columns: viewColumns });
    } catch (error) {
      reportFailure(
        t(($) => $.fleet.views.restoreFailed),
        error,
      );
    }
  };
  return {
    save: async (title, id) => {
      try {
        await fleet.views.save({ ...name, id, name: title, filter, sort, columns });
        savedLayout.resetLayout();
      } catch (error) {
        reportFailure(
          t(($) => $.fleet.views.saveFailed),
          error,
        );
      }
    },
    saveNew: async (title) => {
      const { id } = await fleet.views.save({ ...name, name: title, filter, sort, columns });
      setQuery({ view: String(id) });
    },
    rename: async ({ id, filter: f, sort: s, columns: viewColumns }, title) => {
      const update = { ...name, id, name: title, filter: f, sort: s };
      await fleet.views.save({ ...update, columns: viewColumns });
    },
    remove: async (view) => {
      try {
        await fleet.views.remove({ id: view.id });
      } catch (error) {
        return reportFailure(
          t(($) => $.fleet.views.deleteFailed),
          error,
        );
      }
      setQuery({ view: undefined }, { replace: true });
      const id = `view-removed-${view.id}`;
      const undo = (): void => {
        notifications.hide(id);
        void bring(view);
      };
      notifications.show({
        id,
        title: t(($) => $.fleet.views.deleted, { name: view.name }),
        message: <Button onClick={undo}>{t(($) => $.fleet.views.restore)}</Button>,
        autoClose: 10_000,
        color: "petrol",
      });
    },
    reset: (view) => {
      savedLayout.resetLayout();
      setQuery({
        filter: view.filter === "" ? undefined : view.filter,
        sort: view.sort === "" ? undefined : view.sort,
      });
    },
    leave: () => setQuery({ view: undefined }),
  };
}
