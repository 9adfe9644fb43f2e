/** Header of a list: title, age, completeness, and actions on the whole list. */
import { type ReactElement, useState } from "react";
import { formatText, t } from "#shared/texts/text.ts";
import type { Completeness } from "#shared/contract/fleet/fleet.ts";
import { formatDateTime, formatNumber, formatTime } from "#shared/format.ts";
import { Button, Menu, Progress } from "@mantine/core";
import { IconCloudSearch } from "@tabler/icons-react";
import { collectionLabels } from "../../lib/records.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ExportRows } from "./export-rows.tsx";
import classes from "./fleet.module.css";
import type { ListSectionProps } from "./use-list-table.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton } from "../../app/actions/run-action.tsx";
import { newCampaign } from "../../app/actions/navigation.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { ListName, ListQuery } from "./fleet-slice.ts";
import { cancelSync, sync } from "./sync-actions.ts";
import { SelfCheckDialog } from "./self-check-dialog.tsx";
import type { LiveRows } from "./use-live.ts";

export function ListHead(props: ListSectionProps): ReactElement {
  const { name, question } = props;
  const completeness = useFleetData("fleet.completeness", name);
  return (
    <header className={classes["bar"]}>
      <h1>{collectionLabels[name.collection].many}</h1>
      <CompletenessBadge completeness={completeness} />
      <span className={classes["gap"]} />
      <ColumnsMenu collection={name.collection} savedLayout={props.savedLayout} />
      <ExportRows {...props} />
      <ServiceMenu live={props.live} name={name} question={question} />
      <SyncButton name={name} />
      <ActionButton action={newCampaign} variant="filled" />
    </header>
  );
}

/** Age and completeness of the cached list. */
function CompletenessBadge({
  completeness,
}: {
  readonly completeness: Completeness | undefined;
}): ReactElement | undefined {
  const now = useNow();
  if (completeness === undefined) return undefined;
  const { state, asOf, unique = 0, promised, reason } = completeness;
  if (state === "never") return <StatusPill tone="waiting">{t(($) => $.fleet.cache.neverSynced)}</StatusPill>;
  if (state === "not-offered") return <StatusPill tone="neutral">{t(($) => $.fleet.cache.notOffered)}</StatusPill>;
  return (
    <>
      {asOf === undefined ? undefined : (
        <span className={classes["quiet"]} title={formatDateTime(asOf)}>
          {t(($) => $.fleet.cache.syncedAt, { time: formatTime(asOf, now) })}
        </span>
      )}
      <StatusPill
        tone={state === "complete" ? "good" : "waiting"}
        title={reason === undefined ? undefined : formatText(reason)}
      >
        {stateText(state, unique, promised)}
      </StatusPill>
    </>
  );
}

function stateText(state: "complete" | "partial", count: number, total: number | undefined): string {
  if (total === undefined) {
    return state === "complete"
      ? t(($) => $.fleet.cache.complete, { count })
      : t(($) => $.fleet.cache.incomplete, { count });
  }
  return state === "complete"
    ? t(($) => $.fleet.cache.completeOf, { count, total })
    : t(($) => $.fleet.cache.incompleteOf, { count, total });
}

/** Syncs this list; shows progress and a cancel button while it runs. */
function SyncButton({ name }: { readonly name: ListName }): ReactElement {
  const { connection, collection } = name;
  const running = useFleetdesk((state) =>
    state.syncs.find((one) => one.connection === connection && one.collection === collection),
  );
  const ended = useFleetdesk((state) =>
    state.endedSyncs.find((one) => one.connection === connection && one.collection === collection),
  );
  if (running === undefined) {
    const bad = ended?.outcome === "failed" || ended?.outcome === "partial";
    return (
      <>
        {bad ? (
          <span className={classes["bad"]} title={ended.message === undefined ? undefined : formatText(ended.message)}>
            {ended.outcome === "failed" ? t(($) => $.fleet.sync.failed) : t(($) => $.fleet.sync.partial)}
          </span>
        ) : undefined}
        <ActionButton action={sync} target={name}>
          {t(($) => $.fleet.sync.start)}
        </ActionButton>
      </>
    );
  }
  const { done, total } = running;
  return (
    <span className={classes["syncing"]}>
      <span className={classes["quiet"]}>
        {total === undefined ? formatNumber(done) : t(($) => $.fleet.sync.progress, { count: done, total })}
      </span>
      <Progress
        animated={total === undefined}
        aria-label={t(($) => $.fleet.sync.progressLabel)}
        className={classes["progress"] ?? ""}
        size={6}
        value={total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100)}
      />
      <ActionButton action={cancelSync} target={name} />
    </span>
  );
}

interface ServiceMenuProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly live: LiveRows;
}

/** Explicit requests to the service: run the query live, or compare the cache with the service. */
function ServiceMenu({ name, question, live }: ServiceMenuProps): ReactElement {
  const [checking, setChecking] = useState(false);
  const within = question.audience !== undefined;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconCloudSearch size={14} />} loading={live.state.state === "loading"}>
            {t(($) => $.fleet.service.menu)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {within ? t(($) => $.fleet.service.audienceOnly) : t(($) => $.fleet.service.needsNetwork)}
          </Menu.Label>
          <Menu.Item disabled={within} onClick={live.load}>
            {t(($) => $.fleet.service.runLive)}
          </Menu.Item>
          <Menu.Item disabled={within} onClick={() => setChecking(true)}>
            {t(($) => $.fleet.service.verifyCache)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {checking ? <SelfCheckDialog name={name} onClose={() => setChecking(false)} question={question} /> : undefined}
    </>
  );
}
