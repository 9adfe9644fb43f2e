/** Refreshes many quotas in the background: the menu that starts it, its progress and its result. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Menu, Progress } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { useConnectionData } from "../../data/connection.ts";
import { ActionButton, ActionItem, useAction } from "../../app/actions/run-action.tsx";
import { formatNumber, formatDuration, formatTime } from "#shared/format.ts";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { DataTable } from "../../app/data-table/use-data-table.ts";
import { selectedCount } from "../../lib/selection.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { useNow } from "../../ui/use-now.ts";
import { cancelQuotaRefresh, refreshQuotas } from "./quota-actions.ts";
import { leftMs } from "./refresh-pace.ts";
import type { QuotasRequest } from "./quota-query.ts";
import classes from "./quotas.module.css";

const hourInMinutes = 60;

export interface RefreshMenuProps {
  readonly request: QuotasRequest;
  readonly table: DataTable<QuotaItem>;
}

export function RefreshMenu({ request: { connection, listed }, table }: RefreshMenuProps): ReactElement {
  const { kind } = listed;
  const ofKind = { connection, kinds: [kind] };
  const selected = selectedCount(table.selection);
  const { disabledReason, running, icon } = useAction({ action: refreshQuotas, target: ofKind });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          disabled={disabledReason !== undefined}
          leftSection={icon}
          loading={running}
          rightSection={<IconChevronDown size={12} />}
          title={disabledReason}
        >
          {t(($) => $.quotas.refresh.button)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {kind === "data" ? t(($) => $.quotas.refresh.dataMenu) : t(($) => $.quotas.refresh.smsMenu)}
        </Menu.Label>
        {selected === 0 ? undefined : (
          <ActionItem action={refreshQuotas} target={{ ...ofKind, ids: table.selectedIds }}>
            {t(($) => $.quotas.refresh.selected, { count: selected })}
          </ActionItem>
        )}
        <ActionItem action={refreshQuotas} target={{ ...ofKind, olderThanMinutes: hourInMinutes }}>
          {t(($) => $.quotas.refresh.olderThanHour)}
        </ActionItem>
        <ActionItem action={refreshQuotas} target={ofKind}>
          {t(($) => $.quotas.refresh.all)}
        </ActionItem>
        <ActionItem action={refreshQuotas} target={{ connection, kinds: ["data", "sms"] }}>
          {t(($) => $.quotas.refresh.allBoth)}
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Progress of the running refresh, and the result of the last one. */
export function RefreshLine({ connection }: { readonly connection: string }): ReactElement | undefined {
  const refresh = useFleetData("quotas.refreshState", { connection })?.refresh;
  const governor = useConnectionData("connections.governor");
  const now = useNow(1000);
  if (refresh === undefined) return undefined;
  const { state, done, total, failed, endedAt, kinds, targets: recipients, message, failures } = refresh;
  const scope = kinds.length > 1 ? "both" : (kinds[0] ?? "data");
  const unread = failed === 0 ? [] : [t(($) => $.quotas.refresh.failed, { count: failed })];
  if (state !== "running") {
    const reasons = failures.map((one) =>
      t(($) => $.quotas.refresh.failure, { message: formatText(one.message), count: one.count }),
    );
    const facts = [
      t(($) => $.quotas.refresh.ended[scope]),
      t(($) => $.quotas.refresh.state[state]),
      ...(endedAt === undefined ? [] : [formatTime(endedAt, now)]),
      t(($) => $.common.endpointCount, { count: done }),
      ...unread,
    ];
    const reason = message === undefined ? reasons.join(" ") : formatText(message);
    return (
      <div className={classes["refresh"]}>
        <span className="muted">{facts.join(" · ")}</span>
        {reason === "" ? undefined : <span className="muted">{reason}</span>}
      </div>
    );
  }
  const left = leftMs(refresh, governor, now);
  const value = total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100);
  return (
    <div className={classes["refresh"]}>
      <b>{t(($) => $.quotas.refresh.running[scope])}</b>
      <span className="muted">{formatText(recipients)}</span>
      <Progress
        animated={total === undefined}
        aria-label={t(($) => $.quotas.refresh.progress)}
        className={classes["progress"] ?? ""}
        value={value}
      />
      <span>
        {[total === undefined ? formatNumber(done) : t(($) => $.quotas.progress, { done, total }), ...unread].join(
          " · ",
        )}
      </span>
      {left === undefined || left < 2000 ? undefined : (
        <span className="muted">{t(($) => $.quotas.refresh.left, { duration: formatDuration(left) })}</span>
      )}
      <ActionButton action={cancelQuotaRefresh} target={{ connection }} />
    </div>
  );
}
