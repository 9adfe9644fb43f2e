/** Filters of the overview, and which part of the fleet it covers. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, MultiSelect, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatTime } from "#shared/format.ts";
import { deliveryLabels } from "../../lib/outcome-labels.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Spacer, PageToolbar } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";
import { currentConnection } from "../connections/connections-slice.ts";
import { refreshRecent } from "./refresh-thread.ts";
import { deliveries, outcomes, outcomeText, periods, type RecentRefresh, refreshText } from "./recent-request.ts";

type Recent = Awaited<ReturnType<FleetClient["sms"]["recent"]>>;

export interface RecentFilterProps {
  readonly now: number;
  /** The visible messages; undefined until they are loaded. */
  readonly result: Recent | undefined;
}

export function RecentFilter({ now, result }: RecentFilterProps): ReactElement {
  const { direction, delivery, outcome, search = "", period } = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const online = useFleetdesk((state) => state.networkOnline);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const [refreshed, setRefreshed] = useState<RecentRefresh>();
  const { busy, failure, run } = useCall();
  const put = (name: string, values: readonly string[]): void =>
    setQuery({ [name]: values.length === 0 ? undefined : values.join(",") }, { replace: true });
  return (
    <PageToolbar className={classes["filter"]}>
      <Select
        aria-label={t(($) => $.messages.recent.direction)}
        clearable
        data={[
          { value: "mt", label: t(($) => $.messages.recent.outbound) },
          { value: "mo", label: t(($) => $.messages.recent.inbound) },
        ]}
        onChange={(value) => put("direction", value === null ? [] : [value])}
        placeholder={t(($) => $.messages.recent.anyDirection)}
        value={direction ?? null}
      />
      <MultiSelect
        aria-label={t(($) => $.messages.recent.delivery)}
        clearable
        data={deliveries.map((value) => ({ value, label: deliveryLabels[value].text }))}
        onChange={(values) => put("delivery", values)}
        placeholder={delivery === undefined ? t(($) => $.messages.recent.anyDelivery) : ""}
        value={(delivery ?? "").split(",").filter((word) => word !== "")}
      />
      <MultiSelect
        aria-label={t(($) => $.common.outcome)}
        clearable
        data={outcomes.map((value) => ({ value, label: outcomeText(value) }))}
        onChange={(values) => put("outcome", values)}
        placeholder={outcome === undefined ? t(($) => $.messages.recent.anyOutcome) : ""}
        value={(outcome ?? "").split(",").filter((word) => word !== "")}
      />
      <Select
        aria-label={t(($) => $.messages.recent.period)}
        clearable
        data={periods.map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(value) => put("period", value === null ? [] : [value])}
        placeholder={t(($) => $.common.anyTime)}
        value={period ?? null}
      />
      <SearchField
        label={t(($) => $.messages.recent.search)}
        onSearch={(text) => put("search", text === "" ? [] : [text])}
        placeholder={t(($) => $.messages.recent.searchHelp)}
        text={search}
      />
      <Spacer />
      {refreshed !== undefined && refreshed.connection === connection && !busy ? (
        <span className="muted" role="status">
          {refreshText(refreshed)}
        </span>
      ) : result === undefined ? undefined : (
        <span className="muted">
          {result.threads === 0
            ? t(($) => $.messages.recent.noneLoaded)
            : result.newest === undefined
              ? t(($) => $.messages.recent.loaded, { count: result.threads })
              : t(($) => $.messages.recent.loadedAt, { count: result.threads, time: formatTime(result.newest, now) })}
        </span>
      )}
      <Button
        disabled={!online || connection === undefined}
        loading={busy}
        onClick={() =>
          void run(async () => {
            if (connection === undefined) return;
            const isCurrent = (): boolean => currentConnection(useFleetdesk.getState())?.name === connection;
            setRefreshed(await refreshRecent(connection, result?.items ?? [], isCurrent));
          })
        }
        title={t(($) => $.messages.recent.refreshHelp)}
      >
        {t(($) => $.messages.refresh)}
      </Button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </PageToolbar>
  );
}
