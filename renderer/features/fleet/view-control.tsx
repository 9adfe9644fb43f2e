/** Saved views: save the current query, and actions on the open view. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu, Popover, TextInput } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { type FormEvent, type ReactElement, useState } from "react";
import type { View } from "#shared/contract/fleet/views.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { sameLayout } from "../../ui/virtual-table/column-layout.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";
import type { Action } from "../../app/actions/action.ts";
import { offerUndo } from "../../app/actions/undo.ts";
import { ActionItem, runAction, useActionCall } from "../../app/actions/run-action.tsx";
import { createView, deleteView, saveView, type ViewInput } from "./view-actions.ts";
import classes from "./fleet.module.css";

export interface ViewControlProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly savedLayout: SavedLayout;
}

type Naming = "none" | "new" | "rename";

export function ViewControl({ name, question, savedLayout }: ViewControlProps): ReactElement {
  const id = useFleetdesk((state) => state.address.query["view"]);
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const [naming, setNaming] = useState<Naming>("none");
  const setQuery = useFleetdesk((state) => state.setQuery);
  const view = views.find((one) => String(one.id) === id && one.collection === name.collection);
  const changed =
    view !== undefined &&
    (view.filter !== question.filter ||
      view.sort !== question.sort ||
      (view.columns !== undefined && !sameLayout(view.columns, savedLayout.layout)));
  const close = (): void => setNaming("none");
  const { filter, sort } = question;
  const visible = {
    ...name,
    filter,
    sort,
    columns: savedLayout.layout.map(({ field, width, pinned }) => ({ field, width, pinned })),
  };
  const saveChanges = async ({ id: viewId, name: title }: View): Promise<void> => {
    if (await runAction(saveView, { ...visible, id: viewId, name: title })) savedLayout.forgetLayout();
  };
  const discardChanges = (of: View): void => {
    const { address, navigate } = useFleetdesk.getState();
    const restoreLayout = savedLayout.forgetLayout();
    offerUndo(
      t(($) => $.shell.undo.viewDiscarded),
      () => {
        restoreLayout();
        navigate(address);
      },
    );
    setQuery({ filter: of.filter === "" ? undefined : of.filter, sort: of.sort === "" ? undefined : of.sort });
  };
  const named = (title: string): ViewInput => {
    if (naming !== "rename" || view === undefined) return { ...visible, name: title };
    const { createdAt: _createdAt, ...saved } = view;
    return { ...saved, name: title };
  };
  return (
    <Popover
      onChange={(opened) => !opened && close()}
      opened={naming !== "none"}
      position="bottom-end"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <div>
          {view === undefined ? (
            <Button
              aria-expanded={naming !== "none"}
              leftSection={<IconBookmark size={14} />}
              onClick={() => setNaming(naming === "none" ? "new" : "none")}
            >
              {t(($) => $.fleet.views.save)}
            </Button>
          ) : (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button maw={220} rightSection={<IconChevronDown size={12} />} title={view.name}>
                  <span className={classes["viewName"]}>
                    {changed ? t(($) => $.fleet.views.modified, { name: view.name }) : view.name}
                  </span>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={!changed} onClick={() => void saveChanges(view)}>
                  {t(($) => $.fleet.views.saveChanges)}
                </Menu.Item>
                <Menu.Item onClick={() => setNaming("new")}>{t(($) => $.fleet.views.saveAs)}</Menu.Item>
                <Menu.Item onClick={() => setNaming("rename")}>{t(($) => $.fleet.views.rename)}</Menu.Item>
                <Menu.Item disabled={!changed} onClick={() => discardChanges(view)}>
                  {t(($) => $.fleet.views.discardChanges)}
                </Menu.Item>
                <Menu.Item onClick={() => setQuery({ view: undefined })}>{t(($) => $.fleet.views.close)}</Menu.Item>
                <Menu.Divider />
                <ActionItem action={deleteView} target={view} />
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        {naming === "none" ? undefined : (
          <ViewNameForm
            action={naming === "rename" ? saveView : createView}
            initial={naming === "rename" ? (view?.name ?? "") : ""}
            named={named}
            onDone={close}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewNameFormProps {
  readonly initial: string;
  readonly action: Action<ViewInput>;
  /** The view to save under a name. */
  readonly named: (name: string) => ViewInput;
  readonly onDone: () => void;
}

/** Form for the name of a saved view. */
function ViewNameForm({ action, initial, named, onDone }: ViewNameFormProps): ReactElement {
  const [name, setName] = useState(initial);
  const { busy, failure, disabledReason, run } = useActionCall(action, named(name));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(named(name.trim()))) onDone();
  };
  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        error={failure && formatText(failure.text)}
        label={t(($) => $.fleet.views.name)}
        maxLength={120}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        value={name}
      />
      <Button
        disabled={name.trim() === "" || disabledReason !== undefined}
        loading={busy}
        title={disabledReason}
        type="submit"
        variant="filled"
      >
        {t(($) => $.fleet.views.save)}
      </Button>
    </form>
  );
}
