/** Header of a list: title, age, completeness, and actions on the whole list. */
import { type ReactElement, useState, useEffect } from "react";
import { formatText, t } from "#shared/texts/text.ts";
import type { Completeness, Collection } from "#shared/contract/fleet/fleet.ts";
import { formatDateTime, formatNumber, formatTime } from "#shared/format.ts";
import { Button, Menu, Progress, ActionIcon, Checkbox, Popover, Group, Loader, Modal } from "@mantine/core";
import { IconCloudSearch, IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from "@tabler/icons-react";
import { collectionLabels, inSentence } from "../../lib/records.ts";
import { useFleetData } from "../../data/fleet-query.ts";
import classes from "./fleet.module.css";
import type { ListSectionProps } from "./use-list-table.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ActionButton, ActionItem } from "../../app/actions/run-action.tsx";
import { newCampaign } from "../../app/actions/navigation.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { type ListName, type ListQuery, isNarrowed } from "./fleet-slice.ts";
import { cancelSync, sync } from "./sync-actions.ts";
import type { LiveRows } from "./use-live.ts";
import { withPin, withVisibility, withStep } from "../../ui/virtual-table/column-layout.ts";
import { listColumns } from "./list-columns.ts";
import { recordLabel } from "../../lib/field-label.ts";
import type { SavedLayout } from "../../app/data-table/use-saved-layout.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { selectedCount } from "../../lib/selection.ts";
import { exportRows } from "./export-actions.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { fleet } from "../../lib/fleet.ts";
import { failed, idle, ready, type AsyncState } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { formatSelfCheck } from "./format-self-check.ts";

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
        <span className="muted" title={formatDateTime(asOf)}>
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
      <span className="muted">
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

// Selects a list's columns, their order, and which are pinned.

interface ColumnsMenuProps {
  readonly collection: Collection;
  readonly savedLayout: SavedLayout;
}

function ColumnsMenu({ collection, savedLayout }: ColumnsMenuProps): ReactElement {
  const { layout, resetLayout } = savedLayout;
  const all = listColumns[collection].map(({ name, label }) => ({ field: name, title: recordLabel(label) }));
  const titles = new Map(all.map(({ field, title }) => [field, title]));
  const hidden = all.filter(({ field }) => !layout.some((place) => place.field === field));
  return (
    <Popover position="bottom-end" trapFocus width={280}>
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={14} />}>{t(($) => $.fleet.columns.title)}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t(($) => $.fleet.columns.title)} className={classes["columns"] ?? ""}>
        {/* One list: the checkbox that was used stays the same element and keeps the focus. */}
        {[...layout, ...hidden].map(({ field }, index) => (
          <ColumnRow
            field={field}
            index={index}
            key={field}
            savedLayout={savedLayout}
            title={titles.get(field) ?? field}
          />
        ))}
        <Button fullWidth mt="sm" onClick={resetLayout} variant="subtle">
          {t(($) => $.fleet.columns.reset)}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ColumnRowProps {
  readonly field: string;
  /** Below the length of the layout if the column is visible. */
  readonly index: number;
  readonly title: string;
  readonly savedLayout: SavedLayout;
}

function ColumnRow({ field, index, title, savedLayout }: ColumnRowProps): ReactElement {
  const { layout, setLayout } = savedLayout;
  const place = layout[index];
  const pinned = place?.pinned === true;
  return (
    <div className={classes["column"]}>
      <Checkbox
        checked={place !== undefined}
        disabled={place !== undefined && layout.length === 1}
        label={title}
        onChange={() => setLayout(withVisibility(layout, field, place === undefined))}
      />
      {place === undefined ? undefined : (
        <>
          <span className={classes["gap"]} />
          <ActionIcon
            aria-label={t(($) => $.fleet.columns.moveUp, { title })}
            disabled={index === 0}
            onClick={() => setLayout(withStep(layout, field, -1))}
            size={22}
          >
            <IconArrowUp size={13} />
          </ActionIcon>
          <ActionIcon
            aria-label={t(($) => $.fleet.columns.moveDown, { title })}
            disabled={index === layout.length - 1}
            onClick={() => setLayout(withStep(layout, field, 1))}
            size={22}
          >
            <IconArrowDown size={13} />
          </ActionIcon>
          <ActionIcon
            aria-label={t(($) => $.fleet.columns.pin, { title })}
            aria-pressed={pinned}
            onClick={() => setLayout(withPin(layout, field, !pinned))}
            size={22}
          >
            {pinned ? <IconPinFilled size={13} /> : <IconPin size={13} />}
          </ActionIcon>
        </>
      )}
    </div>
  );
}

// The export menu of a list: the matching rows, the selected ones, or all.

type Extent = "matching" | "all" | "selected";
type Target = Parameters<typeof exportRows.run>[0];

function ExportRows({ name, question, table, savedLayout }: ListSectionProps): ReactElement {
  const all = useFleetData("fleet.completeness", name)?.unique;
  const { selection } = table;
  const { value, exact } = table.state.total;
  const count = selectedCount(selection);
  const narrowed = isNarrowed(question);

  const request =
    (extent: Extent): Target =>
    async () => {
      const columnsByField = new Map(listColumns[name.collection].map((column) => [column.name, column]));
      const columns = savedLayout.layout.flatMap(({ field }) => {
        const column = columnsByField.get(field);
        return column === undefined
          ? []
          : [{ path: exportPath(column.kind, column.path), title: recordLabel(column.label) }];
      });
      const { filter, sort, audience } = question;
      const byId = extent === "selected" && (selection.kind === "some" || selection.except.size > 0);
      if (byId) return { ...name, sort, ids: await table.selectedIds(), columns };
      return { ...name, ...(extent === "all" ? { sort } : { filter, sort, audience }), columns };
    };
  return (
    <ExportMenu action={exportRows} target={request("matching")}>
      <Menu.Label>{t(($) => $.fleet.exports.help)}</Menu.Label>
      <ActionItem action={exportRows} target={request("matching")}>
        {matchingText(narrowed, exact ? value : undefined)}
      </ActionItem>
      {count === 0 ? undefined : (
        <ActionItem action={exportRows} target={request("selected")}>
          {t(($) => $.fleet.exports.selected, { count })}
        </ActionItem>
      )}
      {narrowed ? (
        <ActionItem action={exportRows} target={request("all")}>
          {allText(collectionLabels[name.collection].many, all)}
        </ActionItem>
      ) : undefined}
    </ExportMenu>
  );
}

/** `count` is undefined while loading. */
function matchingText(narrowed: boolean, count: number | undefined): string {
  if (count === undefined) {
    return narrowed ? t(($) => $.fleet.exports.matchingUncounted) : t(($) => $.fleet.exports.allUncounted);
  }
  return narrowed ? t(($) => $.fleet.exports.matching, { count }) : t(($) => $.fleet.exports.all, { count });
}

function allText(collection: string, count: number | undefined): string {
  return count === undefined
    ? t(($) => $.fleet.exports.collection, { collection: inSentence(collection) })
    : t(($) => $.fleet.exports.collectionCount, { collection: inSentence(collection), count });
}

/** The readable part of an object value. */
function exportPath(kind: string, path: string): string {
  return kind === "status" ? `${path}.description` : kind === "reference" ? `${path}.name` : path;
}

// Sends the same query to the cache and the service, and describes the differences.

interface SelfCheckDialogProps {
  readonly name: ListName;
  readonly question: ListQuery;
  readonly onClose: () => void;
}

type Result = Awaited<ReturnType<FleetClient["fleet"]["selfCheck"]>>;

function SelfCheckDialog({ name, question, onClose }: SelfCheckDialogProps): ReactElement {
  const [result, setResult] = useState<AsyncState<Result>>(idle);
  const [turn, setTurn] = useState(0);
  const { filter, sort } = question;
  useEffect(() => {
    const abort = new AbortController();
    const check = async (): Promise<void> => {
      try {
        setResult(ready(await fleet.fleet.selfCheck({ ...name, filter, sort }, abort.signal)));
      } catch (error) {
        if (!abort.signal.aborted) setResult(failed<Result>(idle, error));
      }
    };
    void check();
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another turn is another comparison
  }, [name, filter, sort, turn]);
  const again = (): void => {
    setResult(idle);
    setTurn(turn + 1);
  };
  return (
    <Modal onClose={onClose} opened size={520} title={t(($) => $.fleet.selfCheck.title)}>
      {result.state === "ready" ? (
        <Answer result={result.value} />
      ) : result.state === "failed" ? (
        <FailureNotice failure={result.failure} title={t(($) => $.fleet.selfCheck.failed)} />
      ) : (
        <p className={classes["checking"]} role="status">
          <Loader size={14} /> {t(($) => $.fleet.selfCheck.running)}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        {result.state === "never" ? undefined : <Button onClick={again}>{t(($) => $.fleet.selfCheck.again)}</Button>}
        <Button onClick={onClose} variant="filled">
          {t(($) => $.common.close)}
        </Button>
      </Group>
    </Modal>
  );
}

function Answer({ result }: { readonly result: Result }): ReactElement {
  const { title, sentences } = formatSelfCheck(result);
  return (
    <Callout title={title} tone={result.agrees ? "good" : "waiting"}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="muted">{t(($) => $.fleet.selfCheck.checkedAt, { time: formatDateTime(result.checkedAt) })}</p>
    </Callout>
  );
}
