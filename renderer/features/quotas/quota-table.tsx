/** The endpoints of a group as a grid of any length. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useMemo } from "react";
import type { QuotaItem } from "#contract/quota-overview.ts";
import { formatOpen } from "../../lib/records.ts";
import type { RowWindowState } from "../../lib/row-source.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { type ColumnLayout, usableLayout } from "../../ui/virtual-table/column-layout.ts";
import type { TableRows } from "../../ui/virtual-table/table-column.ts";
import { VirtualTable } from "../../ui/virtual-table/virtual-table.tsx";
import { quotaColumns, usualColumns } from "./quota-columns.tsx";
import { sortable, writeSort } from "./quota-look-model.ts";
import { type AskedQuotas, listedKey } from "./quotas-slice.ts";
import type { QuotaSelection } from "./use-quota-selection.ts";

const place = "quotas/overview";

export interface QuotaTableProps {
  readonly asked: AskedQuotas;
  readonly state: RowWindowState;
  readonly chosen: QuotaSelection;
}

export function QuotaTable({ asked, state, chosen }: QuotaTableProps): ReactElement {
  const window = useFleetdesk((now) => now.quotaWindow);
  const address = useFleetdesk((now) => now.address);
  const compact = useFleetdesk((now) => now.settings?.density !== "comfortable");
  const kept = useFleetdesk((now) => now.settings?.columns);
  const change = useFleetdesk((now) => now.changeSettings);
  const announce = useFleetdesk((now) => now.announce);
  const refine = useFleetdesk((now) => now.refine);
  const active = useFleetdesk((now) => now.quotaActive);
  const move = useFleetdesk((now) => now.moveInQuotas);
  const initialOffset = useFleetdesk((now) => now.quotaPlace).offset;
  const keepOffset = useFleetdesk((now) => now.keepQuotaOffset);
  const now = useNow();
  const { kind, belowPercent, sort, descending } = asked.listed;
  const columns = useMemo(
    () => quotaColumns({ kind, belowPercent, from: address, now }),
    [kind, belowPercent, address, now],
  );
  const layout = useMemo((): ColumnLayout => {
    const usual = usualColumns.map((field) => ({ field }));
    return usableLayout(kept?.[place], new Set([...usualColumns, "id"]), usual);
  }, [kept]);
  const rows = useMemo(
    (): TableRows<QuotaItem> => ({ total: state.total.value, at: (index) => window.at(index), version: state }),
    [window, state],
  );
  const open = address.query["open"];
  const isOpen = useCallback(
    ({ endpoint }: QuotaItem) => open === formatOpen({ collection: "endpoint", id: endpoint }),
    [open],
  );
  const { see } = chosen;
  const onMoved = useCallback(
    (pixels: number, first: number, last: number) => {
      keepOffset(pixels);
      see(first, last);
      window.want(first, last);
    },
    [keepOffset, see, window],
  );
  const key = listedKey(asked);
  return (
    <VirtualTable
      active={active}
      columns={columns}
      initialOffset={initialOffset}
      isOpen={isOpen}
      isSelected={chosen.isChosen}
      layout={layout}
      list={state.shown ?? ""}
      name={t(($) => $.quotas.overview.table)}
      onActive={move}
      onLayout={(next) => void change({ columns: { ...kept, [place]: next.map(plain) } })}
      onLeave={() => {
        if (open === undefined) chosen.clear();
        else refine({ open: undefined, tab: undefined });
      }}
      onMoved={onMoved}
      onOpen={(index) => {
        const row = window.at(index);
        if (row === undefined) return;
        const to = formatOpen({ collection: "endpoint", id: row.endpoint });
        refine({ open: to, tab: "quotas" }, { replace: open !== undefined });
      }}
      onRange={(from, to) => void chosen.range(from, to)}
      onSaid={announce}
      onSelectAll={chosen.toggleAll}
      onSort={(keys) => {
        const first = keys[0];
        const field = sortable.find((one) => one === first?.field);
        refine({ sort: field === undefined ? undefined : writeSort(field, first?.descending === true) });
      }}
      onToggle={chosen.toggle}
      rowHeight={compact ? 28 : 36}
      rows={rows}
      rowsToCopy={chosen.atHand}
      selected={chosen.chosen}
      sort={[{ field: sort, descending }]}
      stale={state.phase === "loading" && state.shown !== key}
    />
  );
}

function plain({ field, width, pinned }: ColumnLayout[number]): { field: string; width?: number; pinned?: boolean } {
  return { field, ...(width === undefined ? {} : { width }), ...(pinned === undefined ? {} : { pinned }) };
}
