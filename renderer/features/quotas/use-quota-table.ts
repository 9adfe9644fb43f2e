/** The endpoints of a group as a table. */
import { t } from "#shared/texts/text.ts";
import { useCallback, useMemo } from "react";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import { type DataTable, useDataTable } from "../../app/data-table/use-data-table.ts";
import { useSavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { formatOpen, parseOpen } from "../../lib/records.ts";
import { useNow } from "../../ui/use-now.ts";
import { quotaColumns, defaultColumns } from "./quota-columns.tsx";
import { type QuotasRequest, sortable, writeSort } from "./quota-query.ts";
import { quotaRowQuery } from "./quota-row-query.ts";

const layout = { place: "quotas/overview", visible: defaultColumns };
const rowId = ({ endpoint }: QuotaItem): string => endpoint;

export function useQuotaTable(request: QuotasRequest): DataTable<QuotaItem> {
  const list = useFleetdesk((state) => state.quotaWindow);
  const address = useFleetdesk((state) => state.address);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const now = useNow();
  const { kind, belowPercent, sort, descending } = request.listed;
  const { open } = address.query;
  const opened = open === undefined ? undefined : parseOpen(open);
  const columns = useMemo(
    () => quotaColumns({ kind, belowPercent, from: address, now }),
    [kind, belowPercent, address, now],
  );
  const close = useCallback(() => setQuery({ open: undefined, tab: undefined }), [setQuery]);
  return useDataTable({
    id: `quotas/overview ${request.connection}`,
    name: t(($) => $.quotas.overview.table),
    list,
    query: useMemo(() => quotaRowQuery(request), [request]),
    rowId,
    columns,
    savedLayout: useSavedLayout(columns, layout),
    sort: useMemo(() => [{ field: sort, descending }], [sort, descending]),
    onSort: ([first]) => {
      const field = sortable.find((one) => one === first?.field);
      setQuery({ sort: field === undefined ? undefined : writeSort(field, first?.descending === true) });
    },
    openId: opened?.collection === "endpoint" ? opened.id : undefined,
    onOpen: ({ endpoint }) => {
      const to = formatOpen({ collection: "endpoint", id: endpoint });
      setQuery({ open: to, tab: "quotas" }, { replace: open !== undefined });
    },
    onClose: open === undefined ? undefined : close,
  });
}
