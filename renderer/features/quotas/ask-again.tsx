/** Asks the service again for many quotas, in the background; how far it has come, and its end. */
import { Button, Menu, Progress } from "@mantine/core";
import { IconChevronDown, IconRefresh } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { fleet } from "../../lib/fleet.ts";
import { count, counted, lasting, when } from "../../lib/format.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useNow } from "../../ui/use-now.ts";
import { type Call, useCall } from "../../ui/use-call.ts";
import type { QuotaSelection } from "./use-quota-selection.ts";
import { leftMs } from "./refresh-pace-model.ts";
import { kindWords } from "./quota-words-model.ts";
import type { AskedQuotas } from "./quotas-slice.ts";
import classes from "./quotas.module.css";

type Wanted = Omit<Parameters<typeof fleet.quotas.refresh>[0], "connection">;

export interface AskAgain extends Call {
  readonly ask: (wanted: Wanted) => void;
  readonly askChosen: (chosen: QuotaSelection) => void;
  readonly cancel: () => void;
}

export function useAskAgain({ connection, listed }: AskedQuotas): AskAgain {
  const call = useCall();
  const put = useFleetdesk((state) => state.putQuotaRefresh);
  const announce = useFleetdesk((state) => state.announce);
  const ask = async (wanted: Wanted): Promise<void> => {
    put(await fleet.quotas.refresh({ connection, ...wanted }));
    announce("The service is being asked for quotas.");
  };
  return {
    ...call,
    ask: (wanted) => void call.run(() => ask(wanted)),
    askChosen: (chosen) =>
      void call.run(async () => ask({ kinds: [listed.kind], source: { ids: await chosen.ids() } })),
    cancel: () => void call.run(async () => void (await fleet.quotas.cancelRefresh({ connection }))),
  };
}

const hourInMinutes = 60;

export interface AskAgainProps {
  readonly asked: AskedQuotas;
  readonly again: AskAgain;
  readonly chosen: QuotaSelection;
}

export function AskAgainMenu({ asked, again, chosen }: AskAgainProps): ReactElement {
  const running = useFleetdesk((state) => state.quotaRefresh?.state === "running");
  const online = useFleetdesk((state) => state.networkOnline);
  const { kind } = asked.listed;
  const kinds = [kind];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          disabled={running || !online}
          leftSection={<IconRefresh size={14} />}
          loading={again.busy}
          rightSection={<IconChevronDown size={12} />}
        >
          Ask again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{kindWords[kind]} quotas, behind everything else</Menu.Label>
        {chosen.size === 0 ? undefined : (
          <Menu.Item onClick={() => again.askChosen(chosen)}>The {counted(chosen.size, "selected endpoint")}</Menu.Item>
        )}
        <Menu.Item onClick={() => again.ask({ kinds, olderThanMinutes: hourInMinutes })}>
          Whoever was not asked within the last hour
        </Menu.Item>
        <Menu.Item onClick={() => again.ask({ kinds })}>The whole fleet</Menu.Item>
        <Menu.Item onClick={() => again.ask({ kinds: ["data", "sms"] })}>The whole fleet, data and SMS</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the refresh that runs has done, and how the last one ended. */
export function RefreshLine({ again }: Pick<AskAgainProps, "again">): ReactElement | undefined {
  const refresh = useFleetdesk((state) => state.quotaRefresh);
  const governor = useFleetdesk((state) => shown(state.governor));
  const now = useNow(1000);
  if (refresh === undefined) return undefined;
  const { state, done, total, failed, endedAt, kinds, whom, message, failures } = refresh;
  const what = kinds.length > 1 ? "data and SMS quotas" : `${kindWords[kinds[0] ?? "data"]} quotas`;
  const unread = failed === 0 ? "" : `, ${count(failed)} could not be read`;
  if (state !== "running") {
    const reasons = failures.map((one) => `${one.message} (${count(one.count)}×)`).join(" ");
    const ended = { done: "Asked", cancelled: "Ended after asking", failed: "Failed after asking" }[state];
    return (
      <div className={classes["refresh"]}>
        <span className="muted">
          {ended} {counted(done, "endpoint")} for {what}
          {endedAt === undefined ? "" : `, ${when(endedAt, now)}`}
          {unread}. {message ?? reasons}
        </span>
      </div>
    );
  }
  const left = leftMs(refresh, governor, now);
  const value = total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100);
  return (
    <div className={classes["refresh"]}>
      <b>Asking for {what}</b>
      <span className="muted">of {whom}</span>
      <Progress
        animated={total === undefined}
        aria-label="Progress of asking for quotas"
        className={classes["progress"] ?? ""}
        value={value}
      />
      <span>
        {total === undefined ? count(done) : `${count(done)} of ${count(total)}`}
        {unread}
      </span>
      {left === undefined || left < 2000 ? undefined : <span className="muted">about {lasting(left)} left</span>}
      <Button onClick={again.cancel}>Cancel</Button>
    </div>
  );
}
