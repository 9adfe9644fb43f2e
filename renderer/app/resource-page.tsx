/** A list of resources at the left, the selected or a new one at the right; the address says which. Stacked if narrow. */
import { Button } from "@mantine/core";
import type { CSSProperties, KeyboardEvent, ReactElement, ReactNode } from "react";
import { type AsyncState, dataOf } from "../lib/async-state.ts";
import { ListState, type ListStateProps } from "../ui/list-state.tsx";
import { FailureNotice } from "../ui/notice.tsx";
import classes from "../ui/page-frame/page-frame.module.css";
import { useFleetdesk } from "./store/store.ts";

export interface ResourceGroup<Item> {
  readonly label?: string;
  readonly head?: ReactNode;
  readonly items: readonly Item[];
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
}

export function ResourcePage<Item>(props: ResourcePageProps<Item>): ReactElement {
  const { param, columns = "minmax(280px, 2fr) minmax(0, 3fr)", request, groups, instead, list } = props;
  const selected = useFleetdesk((state) => state.address.query[param]);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const isSelected = (item: Item): boolean => selected !== undefined && props.idsOf(item).includes(selected);
  const item = groups.flatMap(({ items }) => items).find(isSelected);
  const detail = selected === undefined || selected === "new" ? undefined : props.renderDetail(item, selected);
  return (
    <div className={classes["columns"]} style={{ "--columns": columns } as CSSProperties}>
      <div className={classes["listPane"]}>
        <div className={classes["actions"]}>
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
        {groups.every(({ items }) => items.length === 0) ? props.empty : undefined}
        {groups.map(({ label = "", head, items }) => (
          <section aria-label={label === "" ? undefined : label} key={label}>
            {head}
            <ul className={classes["choices"]}>
              {items.map((one) => (
                <li key={props.idsOf(one)[0]}>
                  <button
                    aria-current={isSelected(one) ? "true" : undefined}
                    onClick={() => setQuery({ [param]: props.idsOf(one)[0], step: undefined })}
                    onKeyDown={moveFocus}
                    type="button"
                  >
                    {props.children(one)}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={classes["right"]}>
        {selected === "new" ? props.form : (detail ?? <p className="muted">{props.prompt}</p>)}
      </div>
    </div>
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
