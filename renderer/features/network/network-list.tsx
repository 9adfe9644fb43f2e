/** A section of the network page: list at the left, one item or a new one at the right. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { dataOf, type AsyncState } from "../../lib/async-state.ts";
import { FailureNotice } from "../../ui/notice.tsx";
import { ChoiceList } from "../../ui/page-frame/choice-list.tsx";
import { MasterDetail } from "../../ui/page-frame/master-detail.tsx";
import { ListState, type ListStateProps } from "../../ui/list-state.tsx";
import { SentRequests, type SentRequestsProps } from "./sent-requests.tsx";

export interface NetworkListProps<List, Item extends { readonly id: string }> extends Pick<
  ListStateProps,
  "list" | "instead"
> {
  readonly listState: AsyncState<List>;
  /** "New service profile". */
  readonly newTitle: string;
  /** Id, or "new". */
  readonly selected: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly items: readonly Item[];
  readonly sent: SentRequestsProps;
  /** Shown for a loaded but empty list. */
  readonly empty: ReactNode;
  /** Renders a title and a subtitle. */
  readonly children: (item: Item) => ReactNode;
  readonly side: ReactNode;
}

export function NetworkList<List, Item extends { readonly id: string }>({
  listState,
  newTitle,
  selected,
  onChoose,
  items,
  sent,
  empty,
  children,
  side,
  ...state
}: NetworkListProps<List, Item>): ReactElement {
  return (
    <MasterDetail
      columns="minmax(280px, 2fr) minmax(0, 3fr)"
      actions={
        <Button onClick={() => onChoose("new")} variant="filled">
          {newTitle}
        </Button>
      }
      side={side}
    >
      {listState.state === "failed" && dataOf(listState) === undefined ? (
        <FailureNotice failure={listState.failure} />
      ) : (
        <ListState request={listState} {...state} />
      )}
      <SentRequests {...sent} />
      {items.length === 0 ? (
        empty
      ) : (
        <ChoiceList
          isSelected={({ id }) => id === selected}
          items={items}
          keyOf={({ id }) => id}
          onChoose={({ id }) => onChoose(id)}
        >
          {children}
        </ChoiceList>
      )}
    </MasterDetail>
  );
}
