/** What the overview is asked for, and how much of the fleet it can know of. */
import { Button, MultiSelect, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { counted, when } from "../../lib/format.ts";
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
        aria-label="Direction"
        clearable
        data={[
          { value: "mt", label: "to devices" },
          { value: "mo", label: "from devices" },
        ]}
        onChange={(value) => put("direction", value === null ? [] : [value])}
        placeholder="Both ways"
        value={direction ?? null}
      />
      <MultiSelect
        aria-label="Delivery"
        clearable
        data={deliveries.map((value) => ({ value, label: deliveryWords[value].text }))}
        onChange={(words) => put("delivery", words)}
        placeholder={delivery === undefined ? "Any delivery" : ""}
        value={(delivery ?? "").split(",").filter((word) => word !== "")}
      />
      <MultiSelect
        aria-label="Outcome"
        clearable
        data={outcomes.map((value) => ({ value, label: outcomeText(value) }))}
        onChange={(words) => put("outcome", words)}
        placeholder={outcome === undefined ? "Any outcome" : ""}
        value={(outcome ?? "").split(",").filter((word) => word !== "")}
      />
      <Select
        aria-label="Period"
        clearable
        data={periods.map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(value) => put("period", value === null ? [] : [value])}
        placeholder="Any time"
        value={period ?? null}
      />
      <SearchField
        label="Search messages"
        onSearch={(text) => put("search", text === "" ? [] : [text])}
        placeholder="Text, sender, endpoint"
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
            ? "no thread was read yet"
            : `of ${counted(found.threads, "thread")} read so far${found.newest === undefined ? "" : `, newest ${when(found.newest, now)}`}`}
        </span>
      )}
      <Button
        disabled={!online || connection === undefined}
        loading={busy}
        onClick={() =>
          void run(async () => setRefreshed(connection === undefined ? undefined : await refresh(connection)))
        }
        title="Re-reads the conversations of the newest messages whose delivery is not final"
      >
        Refresh
      </Button>
      {failure === undefined ? undefined : <span role="alert">{failure.message}</span>}
    </PageStrip>
  );
}
