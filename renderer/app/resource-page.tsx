/** A list of resources at the left, the selected or a new one at the right; the address says which. Stacked if narrow. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type CSSProperties, type KeyboardEvent, type ReactElement, type ReactNode, useState } from "react";
import { type AsyncState, dataOf } from "../lib/async-state.ts";
import { endKey } from "../lib/grid-keys.ts";
import { ContextMenu } from "../ui/context-menu.tsx";
import { ListState, type ListStateProps } from "../ui/list-state.tsx";
import { FailureNotice, Notice } from "../ui/notice.tsx";
import classes from "../ui/page-frame/page-frame.module.css";
import { SearchField } from "../ui/search-field.tsx";
import { copyTable } from "../ui/virtual-table/copy.ts";
import type { RowTarget } from "./actions/row-actions.ts";
import { RowMenuItems, RowToolbar, runRowKey } from "./actions/row-controls.tsx";
import { useFleetdesk } from "./store/store.ts";

interface ResourceGroup<Item> {
  readonly label?: string;
  readonly head?: ReactNode;
  readonly items: readonly Item[];
}

/** What the rows of a list are: with it, the list has a toolbar, a context menu, keys, and a search for text in its columns. */
export interface ResourceRows<Item> {
  readonly target: (item: Item | undefined) => Pick<RowTarget, "kind" | "connection"> & Partial<RowTarget>;
  readonly nameOf: (item: Item) => string;
  /** As copied and searched. */
  readonly columns: readonly (readonly [title: string, text: (item: Item) => string])[];
  /** The value of an item that others may share. */
  readonly filterBy: (item: Item) => string;
}

export interface ResourcePageProps<Item> extends Pick<ListStateProps, "list"> {
  /** The parameter of the address that has the id of the selected item, or "new". */
  readonly param: string;
  /** Value of `grid-template-columns`. */
  readonly columns?: string;
  /** The request that loaded the list. */
  readonly request: AsyncState<unknown>;
  readonly groups: readonly ResourceGroup<Item>[];
  /** The id for the address, and others that name the item as well. */
  readonly idsOf: (item: Item) => readonly (string | undefined)[];
  readonly newTitle: string;
  /** More actions on the list. */
  readonly actions?: ReactNode;
  /** The alternative if the service does not offer this list; undefined for a list of this computer. */
  readonly instead?: string;
  /** Above the list. */
  readonly notes?: ReactNode;
  /** In place of an empty list. */
  readonly empty: ReactNode;
  /** A title and a subtitle. */
  readonly children: (item: Item) => ReactNode;
  readonly form: ReactNode;
  /** Also for an id that is not in the list; undefined shows the prompt. */
  readonly renderDetail: (item: Item | undefined, id: string) => ReactNode;
  readonly prompt: string;
  readonly rows?: ResourceRows<Item>;
}

export function ResourcePage<Item>(props: ResourcePageProps<Item>): ReactElement {
  const { param, columns = "minmax(280px, 2fr) minmax(0, 3fr)", request, groups, instead, list, rows } = props;
  const selected = useFleetdesk((state) => state.address.query[param]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const item = groups.flatMap(({ items }) => items).find((one) => isNamed(props, one, selected));
  const detail = selected === undefined || selected === "new" ? undefined : props.renderDetail(item, selected);
  const isEmpty = groups.every(({ items }) => items.length === 0);
  return (
    <div className={classes["columns"]} style={{ "--columns": columns } as CSSProperties}>
      <div className={classes["listPane"]}>
        <div className="controls">
          <Button onClick={() => setQuery({ [param]: "new" })} variant="filled">
            {props.newTitle}
          </Button>
          {props.actions}
        </div>
        {request.state === "failed" && dataOf(request) === undefined ? (
          <FailureNotice failure={request.failure} />
        ) : instead === undefined ? undefined : (
          <ListState instead={instead} list={list} request={request} />
        )}
        {props.notes}
        {isEmpty ? props.empty : rows === undefined ? <Choices {...props} /> : <Rows {...props} rows={rows} />}
      </div>
      <div className={classes["right"]}>
        {selected === "new" ? props.form : (detail ?? <p className="muted">{props.prompt}</p>)}
      </div>
    </div>
  );
}

function isNamed<Item>({ idsOf }: Pick<ResourcePageProps<Item>, "idsOf">, item: Item, id: string | undefined): boolean {
  return id !== undefined && idsOf(item).includes(id);
}

/** The items with a toolbar for the selected one, and a search. */
function Rows<Item>(props: ResourcePageProps<Item> & { readonly rows: ResourceRows<Item> }): ReactElement {
  const { groups, param, rows } = props;
  const selected = useFleetdesk((state) => state.address.query[param]);
  const find = useFleetdesk((state) => state.address.query["find"] ?? "");
  const setQuery = useFleetdesk((state) => state.setQuery);
  const needle = find.trim().toLowerCase();
  const hasText = (item: Item): boolean => rows.columns.some(([, text]) => text(item).toLowerCase().includes(needle));
  const visible = needle === "" ? groups : groups.map((group) => ({ ...group, items: group.items.filter(hasText) }));
  const item = visible.flatMap(({ items }) => items).find((one) => isNamed(props, one, selected));
  return (
    <>
      <SearchField
        label={t(($) => $.shell.list.search)}
        onSearch={(text) => setQuery({ find: text === "" ? undefined : text }, { replace: true })}
        placeholder={t(($) => $.shell.list.search)}
        text={find}
      />
      <RowToolbar target={targetOf(props, item, setQuery)}>
        {item === undefined ? undefined : <span translate="no">{rows.nameOf(item)}</span>}
      </RowToolbar>
      {visible.every(({ items }) => items.length === 0) ? (
        <Notice
          actions={<Button onClick={() => setQuery({ find: undefined })}>{t(($) => $.common.clearFilters)}</Button>}
          title={t(($) => $.common.noResults)}
        />
      ) : (
        <Choices {...props} groups={visible} />
      )}
    </>
  );
}

type SetQuery = (changes: Readonly<Record<string, string | undefined>>) => void;

function targetOf<Item>(
  { idsOf, param, rows }: Pick<ResourcePageProps<Item>, "idsOf" | "param"> & { readonly rows: ResourceRows<Item> },
  item: Item | undefined,
  setQuery: SetQuery,
): RowTarget {
  if (item === undefined) return { ...rows.target(undefined), count: 0 };
  const value = rows.filterBy(item);
  const texts = rows.columns.map(([, text]) => text(item));
  return {
    ...rows.target(item),
    count: 1,
    open: () => setQuery({ [param]: idsOf(item)[0], step: undefined }),
    filter: { label: value, apply: () => setQuery({ find: value }) },
    copy: async (format) =>
      await copyTable(format, { titles: rows.columns.map(([title]) => title), cells: [texts] }, [item], 1),
  };
}

function Choices<Item>(props: ResourcePageProps<Item>): ReactElement {
  const { groups, idsOf, param, rows } = props;
  const selected = useFleetdesk((state) => state.address.query[param]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number; readonly item: Item }>();
  const target = (item: Item): RowTarget | undefined =>
    rows === undefined ? undefined : targetOf({ idsOf, param, rows }, item, setQuery);
  const menuTarget = menu === undefined ? undefined : target(menu.item);
  return (
    <>
      {groups.map(({ label = "", head, items }) => (
        <section aria-label={label === "" ? undefined : label} key={label}>
          {head}
          <ul className={classes["choices"]}>
            {items.map((one) => (
              <li key={idsOf(one)[0]}>
                <button
                  aria-current={isNamed(props, one, selected) ? "true" : undefined}
                  onClick={() => setQuery({ [param]: idsOf(one)[0], step: undefined })}
                  onContextMenu={(event) => {
                    if (rows === undefined) return;
                    event.preventDefault();
                    setMenu({ x: event.clientX, y: event.clientY, item: one });
                  }}
                  onKeyDown={(event) => {
                    const row = target(one);
                    if (row !== undefined && runRowKey(event, row)) endKey(event);
                    else moveFocus(event);
                  }}
                  type="button"
                >
                  {props.children(one)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {rows === undefined ? undefined : (
        <ContextMenu at={menu} onClose={() => setMenu(undefined)}>
          {() => (menuTarget === undefined ? undefined : <RowMenuItems target={menuTarget} />)}
        </ContextMenu>
      )}
    </>
  );
}

/** Arrow keys move to the neighbour; Enter and Space open it. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = document.activeElement?.closest("li");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector("button")?.focus();
  event.preventDefault();
}
