/** A part of the network page: what there is at the left, one of it or a new one at the right. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { shown, type Remote } from "../../lib/remote.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { ChoiceList } from "../../ui/page-frame/choice-list.tsx";
import { ListBeside } from "../../ui/page-frame/list-beside.tsx";
import { ListState, type ListStateProps } from "../../ui/list-state.tsx";
import { SentBefore, type SentBeforeProps } from "./sent-before.tsx";

export interface NetworkListProps<List, Item extends { readonly id: string }> extends Pick<
  ListStateProps,
  "list" | "instead"
> {
  readonly remote: Remote<List>;
  /** "New service profile". */
  readonly newTitle: string;
  /** Id, or "new". */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly items: readonly Item[];
  readonly sent: SentBeforeProps;
  /** Where there is nothing in it, once that is known. */
  readonly empty: ReactNode;
  /** A title and a line beneath it. */
  readonly children: (item: Item) => ReactNode;
  readonly side: ReactNode;
}

export function NetworkList<List, Item extends { readonly id: string }>({
  remote,
  newTitle,
  chosen,
  onChoose,
  items,
  sent,
  empty,
  children,
  side,
  ...state
}: NetworkListProps<List, Item>): ReactElement {
  return (
    <ListBeside
      columns="minmax(280px, 2fr) minmax(0, 3fr)"
      deeds={
        <Button onClick={() => onChoose("new")} variant="filled">
          {newTitle}
        </Button>
      }
      side={side}
    >
      {remote.state === "failed" && shown(remote) === undefined ? (
        <FailureNotice failure={remote.failure} />
      ) : (
        <ListState remote={remote} {...state} />
      )}
      <SentBefore {...sent} />
      {items.length === 0 ? (
        empty
      ) : (
        <ChoiceList
          isChosen={({ id }) => id === chosen}
          items={items}
          keyOf={({ id }) => id}
          onChoose={({ id }) => onChoose(id)}
        >
          {children}
        </ChoiceList>
      )}
    </ListBeside>
  );
}
