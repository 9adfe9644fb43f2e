/** The filter row of a list: filter, audience, saved view. */
import { t, formatText } from "#shared/texts/text.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { IconX, IconBookmark, IconChevronDown } from "@tabler/icons-react";
import { type ReactElement, useMemo, type FormEvent, useState } from "react";
import type { Collection, Field } from "#shared/contract/fleet/fleet.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { offerFilterUndo, offerUndo, showDeleted } from "../../app/actions/undo.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { FilterBar } from "../../ui/filter-bar/filter-bar.tsx";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { currentField, type SuggestionSources } from "../../ui/filter-bar/suggestions.ts";
import { fieldInSentence } from "../../lib/field-label.ts";
import classes from "./fleet.module.css";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import { type Filter, useRecentFilters } from "./use-filter.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { Button, Menu, Popover, TextInput } from "@mantine/core";
import type { View } from "#shared/contract/fleet/views.ts";
import { sameLayout } from "../../ui/virtual-table/column-layout.ts";
import type { Action } from "../../app/actions/action.ts";
import { ActionItem, runAction, useActionCall } from "../../app/actions/run-action.tsx";
import { fleet } from "../../lib/fleet.ts";

const examples: Readonly<Record<Collection, string>> = {
  endpoint: "status:enabled,tags:*meter*",
  sim: "status:activated,iccid:89883",
  imsi: "digits:29505",
  organisation: "name:*water*",
  user: "status:active,username:@example.com",
  tariff_plan: "name:*pool*",
};

interface ListFilterProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly fields: readonly Field[];
  readonly filter: Filter;
  readonly savedLayout: SavedLayout;
}

export function ListFilter({ name, question, fields, filter, savedLayout }: ListFilterProps): ReactElement {
  const fieldNames = fields.flatMap((field) => (field.match === undefined ? [] : [fieldInSentence(field.name)]));
  const sources = useSources(name, filter, fields);
  const view = useFleetdesk((state) => state.address.query["view"]);
  const placeholder = t(($) => $.fleet.list.filterPlaceholder, {
    fields: fieldNames.slice(0, 5).join(", "),
    example: examples[name.collection],
  });
  return (
    <div className={classes["narrow"]}>
      {question.audience === undefined ? undefined : <AudienceChip audience={question.audience} />}
      <FilterBar
        conditions={filter.conditions}
        draft={filter.draft}
        fields={fields}
        onClear={offerFilterUndo}
        onCommit={(text) => void filter.commit(text)}
        sources={sources}
        onConditions={filter.put}
        onDraft={filter.type}
        onLeave={focusGrid}
        placeholder={placeholder}
        problem={filter.problem}
      />
      {/* The form that names a view closes when another one is opened. */}
      <ViewControl id={view} key={view} savedLayout={savedLayout} name={name} question={question} />
    </div>
  );
}

/** Counts of the values of the field that is being typed, among the rows of the other conditions, and the recent filters of the list. */
function useSources(name: ListName, { conditions, draft }: Filter, fields: readonly Field[]): SuggestionSources {
  const field = currentField(draft, fields);
  const isCounted = field !== undefined && field.match !== "criterion" && field.name !== "id";
  // After a pause in typing: rows have priority.
  const [pausedAt] = useDebouncedValue(draft, facetPauseMs);
  const facet = useFleetData(
    "fleet.facet",
    isCounted && currentField(pausedAt, fields) === field
      ? { ...name, field: field.name, filter: filterText(conditions), limit: mostCounted }
      : undefined,
  );
  const recent = useRecentFilters(name);
  return useMemo(() => ({ counts: facet?.values, recent }), [facet, recent]);
}

const facetPauseMs = 200;

/** Values of a field that are offered with their counts. */
const mostCounted = 12;

function AudienceChip({ audience }: { readonly audience: number }): ReactElement {
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const setQuery = useFleetdesk((state) => state.setQuery);
  const title =
    audiences.find(({ id }) => id === audience)?.name ?? t(($) => $.fleet.audiences.number, { number: audience });
  return (
    <span className={classes["audience"]}>
      <em>{t(($) => $.fleet.audiences.chip)}</em> {title}
      <button
        aria-label={t(($) => $.fleet.audiences.clear, { name: title })}
        onClick={() => setQuery({ audience: undefined })}
        type="button"
      >
        <IconX size={12} />
      </button>
    </span>
  );
}

/** Returns focus to the list. */
function focusGrid(): void {
  document.querySelector<HTMLElement>('[data-pane="page"] [role="grid"]')?.focus();
}

// Saved views: save the current query, and actions on the open view.

interface ViewControlProps {
  /** Of the open view. */
  readonly id: string | undefined;
  readonly name: ListName;
  readonly question: ListQuery;
  readonly savedLayout: SavedLayout;
}

type Naming = "none" | "new" | "rename";

function ViewControl({ id, name, question, savedLayout }: ViewControlProps): ReactElement {
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

// Actions on saved views: save the changes of the open one, and delete it.

/** A view as it is saved; without an id, a new one. */
type ViewInput = Parameters<typeof fleet.views.save>[0];

const saveView: Action<ViewInput> = {
  id: "save-view",
  title: t(($) => $.fleet.views.saveChanges),
  run: async (view) => void (await fleet.views.save(view)),
};

/** Saves a new view and opens it. */
const createView: Action<ViewInput> = {
  id: "create-view",
  title: t(($) => $.fleet.views.save),
  run: async (view, { watchPage, setQuery }) => {
    const isPageOpen = watchPage("view");
    const saved = await fleet.views.save(view);
    if (isPageOpen()) setQuery({ view: String(saved.id) });
  },
};

const deleteView: Action<View> = {
  id: "delete-view",
  title: t(($) => $.fleet.views.delete),
  run: async (view, { watchPage, setQuery }) => {
    const isPageOpen = watchPage("view");
    await fleet.views.remove({ id: view.id });
    if (isPageOpen()) setQuery({ view: undefined }, { replace: true });
    const { id: _id, createdAt: _createdAt, ...target } = view;
    showDeleted({ title: t(($) => $.fleet.views.deleted, { name: view.name }), restore: restoreView, target });
  },
};

const restoreView: Action<ViewInput> = { ...saveView, id: "restore-view", title: t(($) => $.fleet.views.restore) };
