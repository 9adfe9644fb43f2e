/** What the overview is asked for, and how much of the fleet it can know of. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, MultiSelect, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { when } from "../../lib/format.ts";
import { deliveryWords } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Gap, PageStrip } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./messages.module.css";
import { currentConnection } from "../connections/connections-slice.ts";
import { deliveries, outcomes, outcomeText, periods, type RecentRefresh, refreshText } from "./recent-model.ts";

export function RecentFilter({ now }: { readonly now: number }): ReactElement {
  const { direction, delivery, outcome, search = "", period } = useFleetdesk((state) => state.address.query);
  const refine = useFleetdesk((state) => state.refine);
  const found = useFleetdesk((state) => shown(state.recent));
  const online = useFleetdesk((state) => state.networkOnline);
  const refresh = useFleetdesk((state) => state.refreshRecent);
  const connection = useFleetdesk((state) => currentConnection(state)?.name);
  const [refreshed, setRefreshed] = useState<RecentRefresh>();
  const { busy, failure, run } = useCall();
  const put = (name: string, words: readonly string[]): void =>
    refine({ [name]: words.length === 0 ? undefined : words.join(",") }, { replace: true });
  return (
    <PageStrip className={classes["filter"]}>
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
        data={deliveries.map((value) => ({ value, label: deliveryWords[value].text }))}
        onChange={(words) => put("delivery", words)}
        placeholder={delivery === undefined ? t(($) => $.messages.recent.anyDelivery) : ""}
        value={(delivery ?? "").split(",").filter((word) => word !== "")}
      />
      <MultiSelect
        aria-label={t(($) => $.common.outcome)}
        clearable
        data={outcomes.map((value) => ({ value, label: outcomeText(value) }))}
        onChange={(words) => put("outcome", words)}
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
      <Gap />
      {refreshed !== undefined && refreshed.connection === connection && !busy ? (
        <span className="muted" role="status">
          {refreshText(refreshed)}
        </span>
      ) : found === undefined ? undefined : (
        <span className="muted">
          {found.threads === 0
            ? t(($) => $.messages.recent.noneLoaded)
            : found.newest === undefined
              ? t(($) => $.messages.recent.loaded, { count: found.threads })
              : t(($) => $.messages.recent.loadedAt, { count: found.threads, time: when(found.newest, now) })}
        </span>
      )}
      <Button
        disabled={!online || connection === undefined}
        loading={busy}
        onClick={() =>
          void run(async () => setRefreshed(connection === undefined ? undefined : await refresh(connection)))
        }
        title={t(($) => $.messages.recent.refreshHelp)}
      >
        {t(($) => $.common.refresh)}
      </Button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </PageStrip>
  );
}
