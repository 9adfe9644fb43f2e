/** The recipients as a virtual table; only visible rows are loaded and rendered. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useMemo, useState } from "react";
import type { Recipient } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { PagedListState } from "../../lib/data-source.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { ActiveCell, TableRows } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { recipientColumns } from "./recipient-columns.tsx";

const place = "campaigns/recipients";
const usual = ["place", "endpoint", "outcome", "delivery", "reply", "said", "replyText", "smsId", "settled", "text"];

export interface RecipientsTableProps {
  readonly state: PagedListState;
  /** Key of the query; rows of another key are outdated. */
  readonly queryKey: string;
}

export function RecipientsTable({ state, queryKey }: RecipientsTableProps): ReactElement {
  const window = useFleetdesk((now) => now.recipientWindow);
  const address = useFleetdesk((now) => now.address);
  const compact = useFleetdesk((now) => now.settings?.density !== "comfortable");
  const savedColumns = useFleetdesk((now) => now.settings?.columns);
  const change = useFleetdesk((now) => now.changeSettings);
  const announce = useFleetdesk((now) => now.announce);
  const open = useFleetdesk((now) => now.recipientRow);
  const show = useFleetdesk((now) => now.showRecipient);
  const initialOffset = useFleetdesk((now) => now.recipientPlace).offset;
  const saveOffset = useFleetdesk((now) => now.saveRecipientOffset);
  const [active, setActive] = useState<ActiveCell>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const columns = useMemo(() => recipientColumns(address), [address]);
  const layout = useMemo((): ColumnLayout => {
    const columnIds = new Set(columns.map(({ id }) => id));
    return usableLayout(
      savedColumns?.[place],
      columnIds,
      usual.map((field) => ({ field })),
    );
  }, [columns, savedColumns]);
  const rows = useMemo(
    (): TableRows<Recipient> => ({ total: state.total.value, at: (index) => window.at(index), version: state }),
    [window, state],
  );
  const atHand = (): Recipient[] => [...window.entries()].map(([, row]) => row);
  const range = (from: number, to: number, into: Set<number>): Set<number> => {
    for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
      const row = window.at(index);
      if (row !== undefined) into.add(row.row);
    }
    return into;
  };
  const onMoved = useCallback(
    (offset: number, first: number, last: number) => {
      saveOffset(offset);
      window.setVisibleRange(first, last);
    },
    [saveOffset, window],
  );
  const isSelected = useCallback(({ row }: Recipient) => selected.has(row), [selected]);
  const isOpen = useCallback(({ row }: Recipient) => row === open, [open]);
  return (
    <VirtualTable
      active={active}
      columns={columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={isSelected}
      layout={layout}
      list={state.visibleKey ?? ""}
      name={t(($) => $.campaigns.recipients.title)}
      onActive={setActive}
      onLayout={(next) => void change({ columns: { ...savedColumns, [place]: next.map(plain) } })}
      onLeave={() => {
        if (open === undefined) setSelected(new Set());
        else show(undefined);
      }}
      onMoved={onMoved}
      onOpen={(index) => show(window.at(index)?.row)}
      onRange={(from, to) => setSelected((before) => range(from, to, new Set(before)))}
      onAnnounce={announce}
      onSelectAll={() => setSelected(selected.size > 0 ? new Set() : new Set(atHand().map(({ row }) => row)))}
      onSort={() => undefined}
      onToggle={(index) => {
        const row = window.at(index)?.row;
        if (row === undefined) return;
        const next = new Set(selected);
        if (!next.delete(row)) next.add(row);
        setSelected(next);
      }}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={() => atHand().filter(({ row }) => selected.has(row))}
      selected={selected.size === 0 ? "none" : "some"}
      sort={[]}
      stale={state.phase === "loading" && state.visibleKey !== queryKey}
    />
  );
}

function plain({ field, width, pinned }: ColumnLayout[number]): { field: string; width?: number; pinned?: boolean } {
  return { field, width, pinned };
}
