/** The endpoints of a group as a virtualised table. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useMemo } from "react";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { formatOpen } from "../../lib/records.ts";
import type { PagedListState } from "../../lib/data-source.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { TableRows } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { quotaColumns, defaultColumns } from "./quota-columns.tsx";
import { sortable, writeSort } from "./quota-query.ts";
import { type QuotasRequest, listedKey } from "./quotas-slice.ts";
import type { QuotaSelection } from "./use-quota-selection.ts";

const place = "quotas/overview";

export interface QuotaTableProps {
  readonly request: QuotasRequest;
  readonly state: PagedListState;
  readonly selection: QuotaSelection;
}

export function QuotaTable({ request, state, selection }: QuotaTableProps): ReactElement {
  const window = useFleetdesk((now) => now.quotaWindow);
  const address = useFleetdesk((now) => now.address);
  const compact = useFleetdesk((now) => now.settings?.density !== "comfortable");
  const savedColumns = useFleetdesk((now) => now.settings?.columns);
  const change = useFleetdesk((now) => now.changeSettings);
  const announce = useFleetdesk((now) => now.announce);
  const setQuery = useFleetdesk((now) => now.setQuery);
  const active = useFleetdesk((now) => now.quotaActive);
  const move = useFleetdesk((now) => now.setActiveQuotaRow);
  const initialOffset = useFleetdesk((now) => now.quotaPlace).offset;
  const saveOffset = useFleetdesk((now) => now.saveQuotaOffset);
  const now = useNow();
  const { kind, belowPercent, sort, descending } = request.listed;
  const columns = useMemo(
    () => quotaColumns({ kind, belowPercent, from: address, now }),
    [kind, belowPercent, address, now],
  );
  const layout = useMemo((): ColumnLayout => {
    const defaultLayout = defaultColumns.map((field) => ({ field }));
    return usableLayout(savedColumns?.[place], new Set([...defaultColumns, "id"]), defaultLayout);
  }, [savedColumns]);
  const rows = useMemo(
    (): TableRows<QuotaItem> => ({ total: state.total.value, at: (index) => window.at(index), version: state }),
    [window, state],
  );
  const open = address.query["open"];
  const isOpen = useCallback(
    ({ endpoint }: QuotaItem) => open === formatOpen({ collection: "endpoint", id: endpoint }),
    [open],
  );
  const { see } = selection;
  const onMoved = useCallback(
    (pixels: number, first: number, last: number) => {
      saveOffset(pixels);
      see(first, last);
      window.setVisibleRange(first, last);
    },
    [saveOffset, see, window],
  );
  const key = listedKey(request);
  return (
    <VirtualTable
      active={active}
      columns={columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={selection.isRowSelected}
      layout={layout}
      list={state.visibleKey ?? ""}
      name={t(($) => $.quotas.overview.table)}
      onActive={move}
      onLayout={(next) => void change({ columns: { ...savedColumns, [place]: next.map(storedColumn) } })}
      onLeave={() => {
        if (open === undefined) selection.clear();
        else setQuery({ open: undefined, tab: undefined });
      }}
      onMoved={onMoved}
      onOpen={(index) => {
        const row = window.at(index);
        if (row === undefined) return;
        const to = formatOpen({ collection: "endpoint", id: row.endpoint });
        setQuery({ open: to, tab: "quotas" }, { replace: open !== undefined });
      }}
      onRange={(from, to) => void selection.range(from, to)}
      onAnnounce={announce}
      onSelectAll={selection.toggleAll}
      onSort={(keys) => {
        const first = keys[0];
        const field = sortable.find((one) => one === first?.field);
        setQuery({ sort: field === undefined ? undefined : writeSort(field, first?.descending === true) });
      }}
      onToggle={selection.toggle}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={selection.atHand}
      selected={selection.selected}
      sort={[{ field: sort, descending }]}
      stale={state.phase === "loading" && state.visibleKey !== key}
    />
  );
}

function storedColumn({ field, width, pinned }: ColumnLayout[number]): {
  field: string;
  width?: number;
  pinned?: boolean;
} {
  return { field, width, pinned };
}
