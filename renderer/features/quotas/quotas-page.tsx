/** The quota page: overview, a new bulk change, and past changes. */
import { t, formatText } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { Page } from "../../ui/page-frame/page.tsx";
import { ActionList } from "../../app/actions/action-list.tsx";
import { useConnection } from "../../data/connection.ts";
import { ChangePage } from "./change-page.tsx";
import { QuotasOverview } from "./quotas-overview.tsx";
import { Button } from "@mantine/core";
import type { QuotaChange, QuotaSource } from "#shared/contract/quotas/quotas.ts";
import type { Audience, Field } from "#shared/contract/fleet/fleet.ts";
import type { View } from "#shared/contract/fleet/views.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import { cachedData, useFleetData, useFleetPages } from "../../data/fleet-query.ts";
import { selectedEndpoints } from "../../app/tables-slice.ts";
import { fleet } from "../../lib/fleet.ts";
import { FilterSource, SavedSources, type SavedSourcesProps } from "../../ui/filter-bar/endpoint-sources.tsx";
import { filterText } from "../../ui/filter-bar/filter-text.ts";
import { useChips } from "../../ui/filter-bar/use-chips.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useDraftForm } from "../../app/store/use-draft-form.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { changeStatus, rowStateOrder, rowStates, undoText } from "./quota-labels.ts";
import { KindSwitch, QuotasHead } from "./quotas-head.tsx";
import classes from "./quotas.module.css";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { Panel } from "../../ui/panel.tsx";
import { planQuotaChange, type QuotaPlan } from "./quota-actions.ts";
import { QuotaChangeForm } from "./quota-change-form.tsx";
import { emptyForm, manyDraftName, parseForm } from "./quota-form.ts";
import type { QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";
import { FleetUsage } from "./usage-chart.tsx";

export function QuotasPage(): ReactElement {
  const connection = useConnection()?.name;
  const part = useFleetdesk((state) => state.address.path[1]);
  const id = Number(useFleetdesk((state) => state.address.path[2]));
  return (
    <Page label={t(($) => $.quotas.title)} scrollsWhenLow>
      {connection === undefined ? undefined : part === "new" ? (
        <NewChange connection={connection} />
      ) : part === "usage" ? (
        <UsagePart connection={connection} />
      ) : part !== "changes" ? (
        <QuotasOverview connection={connection} />
      ) : Number.isInteger(id) && id > 0 ? (
        <ChangePage id={id} key={id} />
      ) : (
        <ChangesList connection={connection} />
      )}
    </Page>
  );
}

function UsagePart({ connection }: { readonly connection: string }): ReactElement {
  return (
    <>
      <QuotasHead />
      <div className={classes["body"]}>
        <FleetUsage connection={connection} kind="data" />
        <FleetUsage connection={connection} kind="sms" />
        <p className="muted">{t(($) => $.quotas.usage.help)}</p>
      </div>
    </>
  );
}

const head = [
  t(($) => $.quotas.history.time),
  t(($) => $.quotas.history.change),
  t(($) => $.quotas.history.endpoints),
  t(($) => $.common.status),
  t(($) => $.quotas.history.outcomes),
];
const height = (): number => 36;
const ahead = 40;

/** Quota changes made on this computer, newest first. */
function ChangesList({ connection }: { readonly connection: string }): ReactElement {
  const input = { connection, limit: 100 };
  const { state: changesState, loadMore, reload } = useFleetPages("quotas.changes", input, { reloadOnOpen: true });
  const { place, onPlace } = useSavedPlace("quota-changes", connection);
  const navigate = useFleetdesk((state) => state.navigate);
  const now = useNow();
  const list = dataOf(changesState);
  return (
    <>
      <QuotasHead />
      {changesState.state === "failed" ? (
        <FailureNotice
          actions={<Button onClick={reload}>{t(($) => $.quotas.history.reload)}</Button>}
          failure={changesState.failure}
        />
      ) : undefined}
      {list === undefined ? undefined : list.changes.length === 0 ? (
        <Notice title={t(($) => $.quotas.history.empty)}>{t(($) => $.quotas.history.emptyHelp)}</Notice>
      ) : (
        <ActionList
          connection={connection}
          head={head}
          heightOf={height}
          keyOf={({ change }) => change}
          kind="quota-change"
          label={t(($) => $.quotas.history.list)}
          nameOf={({ title }) => formatText(title)}
          onOpen={({ change }) => navigate({ path: ["quotas", "changes", String(change)], query: {} })}
          onPlace={onPlace}
          onVisibleRange={(_first, last) => {
            if (last > list.changes.length - ahead) loadMore();
          }}
          place={place}
          renderCells={(change) => <Cells change={change} now={now} />}
          rowTarget={(change) => ({ kind: "quota-change", quotaChange: change })}
          rows={list.changes}
          template="minmax(60px, 120px) minmax(140px, 1.4fr) minmax(100px, 1fr) 190px minmax(140px, 1.4fr)"
        />
      )}
    </>
  );
}

function Cells({ change, now }: { readonly change: QuotaChange; readonly now: number }): ReactElement {
  const { text, tone } = changeStatus(change);
  const results = rowStateOrder
    .filter((state) => change.counts[state] > 0)
    .map((state) =>
      t(($) => $.quotas.history.outcomeCount, { outcome: rowStates[state].text, count: change.counts[state] }),
    )
    .join(" · ");
  const title = formatText(change.title);
  const endpoints = formatText(change.targets);
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={formatDateTime(change.createdAt)}>
        {formatTime(change.createdAt, now)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={title}>
        <a className={classes["link"]} href={`#/quotas/changes/${change.change}`} tabIndex={-1}>
          {title}
        </a>
      </span>
      <span className={classes["cell"]} role="gridcell" title={endpoints}>
        {endpoints}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill tone={tone}>{text}</StatusPill>
        {change.undone === undefined ? undefined : <span className="muted"> {undoText(change)}</span>}
      </span>
      <span className={classes["cell"]} role="gridcell" title={results}>
        {results}
      </span>
    </>
  );
}

const selectFirst = t(($) => $.quotas.plan.selectFirst);

/** Defines a bulk change: targets and operation; previous values are then read. Sends no change. */
function NewChange({ connection }: { readonly connection: string }): ReactElement {
  const draft = useDraftForm("quota", manyDraftName, emptyForm, parseForm);
  const source = useFleetdesk((state) => state.quotaSource);
  const kind = useFleetdesk((state) => state.quotaKind);
  const take = useFleetdesk((state) => state.takeQuotaSource);
  const [pressed, setPressed] = useState(false);
  const plan = (operation: QuotaOperation, confirmed: boolean): QuotaPlan => ({
    connection,
    kind,
    operation,
    source: source ?? { ids: [] },
    confirmed,
    // The change is saved, so the form is reset.
    onPlanned: () => {
      draft.clear();
      if (useFleetdesk.getState().quotaSource === source) take(undefined);
    },
  });
  const call = useActionCall(planQuotaChange, plan({ op: "delete" }, false));
  return (
    <>
      <QuotasHead />
      <div className={classes["body"]}>
        <div className={classes["column"]}>
          <EndpointsPanel
            connection={connection}
            onChange={(next) => {
              take(next);
              call.clearFailure();
            }}
            problem={pressed && source === undefined ? selectFirst : undefined}
            source={source}
          />
          <Panel title={t(($) => $.quotas.plan.change)}>
            <QuotaChangeForm
              aside={<span className="muted">{t(($) => $.quotas.plan.previewHelp)}</span>}
              call={call}
              confirmLabel={() => t(($) => $.quotas.plan.preview)}
              failureTitle={t(($) => $.quotas.plan.impossible)}
              form={draft.values}
              head={
                <KindSwitch
                  className={classes["kindControl"] ?? ""}
                  kind={kind}
                  onChange={(next) => take(source, next)}
                />
              }
              isReady={() => {
                setPressed(true);
                return source !== undefined;
              }}
              kind={kind}
              label={t(($) => $.quotas.plan.change)}
              many
              onChange={draft.update}
              onSend={async (operation, confirmed) => await call.run(plan(operation, confirmed))}
              ops={["set", "add", "change", "delete"]}
              submit={t(($) => $.quotas.plan.preview)}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

// Target endpoints of a bulk change: a list selection, a saved view, an audience, or a filter.

interface EndpointsPanelProps {
  readonly connection: string;
  readonly source: QuotaSource | undefined;
  /** Why the source is invalid. */
  readonly problem: string | undefined;
  readonly onChange: (source: QuotaSource | undefined) => void;
}

function EndpointsPanel({ connection, source, problem, onChange }: EndpointsPanelProps): ReactElement {
  const { views = [] } = useFleetData("views.list", {}) ?? {};
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  const tables = useFleetdesk((state) => state.tables);
  const selectedIds = selectedEndpoints(tables, connection);
  return (
    <Panel
      aside={
        source === undefined ? undefined : (
          <Button onClick={() => onChange(undefined)}>{t(($) => $.quotas.plan.reselect)}</Button>
        )
      }
      title={t(($) => $.quotas.plan.endpoints)}
    >
      {source === undefined ? (
        <>
          <div className={classes["row"]}>
            <SavedSources
              audiences={audiences}
              onPick={onChange}
              selectedIds={selectedIds}
              texts={savedTexts}
              views={views}
            />
          </div>
          <SourceFilter onTake={(filter) => onChange({ filter })} />
        </>
      ) : (
        <p>{quotaSourceText(source, { views, audiences })}</p>
      )}
      {problem === undefined ? undefined : <p role="alert">{problem}</p>}
    </Panel>
  );
}

interface NamedSources {
  readonly views: readonly Pick<View, "id" | "name">[];
  readonly audiences: readonly Pick<Audience, "id" | "name" | "size">[];
}

/** Describes the target endpoints of a change. Pure. */
function quotaSourceText(source: QuotaSource, { views, audiences }: NamedSources): string {
  if ("ids" in source) return t(($) => $.quotas.source.selected, { count: source.ids.length });
  if ("filter" in source) {
    const { filter } = source;
    return filter === "" ? t(($) => $.quotas.source.all) : t(($) => $.quotas.source.matching, { filter });
  }
  if ("view" in source) {
    const name = views.find(({ id }) => id === source.view)?.name;
    return name === undefined
      ? t(($) => $.quotas.source.viewId, { view: source.view })
      : t(($) => $.quotas.source.view, { name });
  }
  const audience = audiences.find(({ id }) => id === source.audience);
  return audience === undefined
    ? t(($) => $.quotas.source.audienceId, { audience: source.audience })
    : t(($) => $.quotas.source.audience, { name: audience.name, count: audience.size });
}

const savedTexts: SavedSourcesProps["texts"] = {
  label: t(($) => $.quotas.plan.viewOrAudience),
  view: (name) => t(($) => $.quotas.plan.view, { name }),
  audience: (name, size) => t(($) => $.quotas.plan.audience, { name, size }),
  select: t(($) => $.quotas.plan.select),
  noneSaved: t(($) => $.quotas.plan.noViewOrAudience),
  pickSelected: (count) => t(($) => $.quotas.plan.useSelected, { count }),
  noneSelected: t(($) => $.quotas.plan.selectHelp),
};

const noFields: readonly Field[] = [];
const ofEndpoints = { collection: "endpoint" } as const;

/** Selects endpoints by a filter. */
function SourceFilter({ onTake }: { readonly onTake: (filter: string) => void }): ReactElement {
  const fields = useFleetData("fleet.fields", ofEndpoints)?.fields ?? noFields;
  const chips = useChips({
    fields: () => cachedData("fleet.fields", ofEndpoints)?.fields ?? noFields,
    read: async (filter) => await fleet.fleet.readQuery({ collection: "endpoint", filter }),
  });
  const take = async (): Promise<void> => {
    const all = await chips.commit();
    if (all !== undefined) onTake(filterText(all));
  };
  return (
    <div className={classes["row"]}>
      {/* The filter bar shows its messages only while it has focus. */}
      {chips.problem === undefined ? undefined : <p role="alert">{formatText(chips.problem.text)}</p>}
      <FilterSource
        chips={chips}
        fields={fields}
        onUse={() => void take()}
        placeholder={t(($) => $.quotas.plan.filterPlaceholder)}
        useAll={t(($) => $.quotas.plan.useAll)}
        useMatching={t(($) => $.quotas.plan.useMatching)}
      />
    </div>
  );
}
