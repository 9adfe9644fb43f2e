/** The start page: the state of the fleet at a glance, from the cache. Every figure opens the rows behind it. */
import { formatText, t } from "#shared/texts/text.ts";
import { type ReactElement, type ReactNode, useMemo } from "react";
import type { Overview } from "#shared/contract/overview.ts";
import type { QuotaGroup } from "#shared/contract/quotas/quota-overview.ts";
import { formatNumber, formatTime } from "#shared/format.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { useConnectionData, useConnection } from "../../data/connection.ts";
import { type Address, formatAddress } from "../../lib/address.ts";
import { dataOf } from "../../lib/async-state.ts";
import type { ChartSeries } from "../../lib/chart-data.ts";
import { campaignLabel } from "../../lib/outcome-labels.ts";
import { startOfDay } from "../../lib/parse-moment.ts";
import { statusFrom, type StatusTone } from "../../lib/records.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { PageHead, Page } from "../../ui/page-frame/page.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { newCampaign } from "../actions/navigation.ts";
import { ActionButton } from "../actions/run-action.tsx";
import { useFleetdesk } from "../store/store.ts";
import classes from "./overview.module.css";

export function OverviewPage(): ReactElement {
  const connection = useConnection()?.name;
  const now = useNow();
  const today = startOfDay(now);
  const query = useFleetQuery("overview.get", connection === undefined ? undefined : { connection, today }, {
    reloadOnOpen: true,
  });
  const overview = dataOf(query);
  return (
    <Page label={t(($) => $.overview.title)} scrollsWhenLow>
      <PageHead actions={<ActionButton action={newCampaign} variant="filled" />} title={t(($) => $.overview.title)} />
      <div className={classes["body"]}>
        {query.state === "failed" ? (
          <FailureNotice failure={query.failure} title={t(($) => $.overview.loadFailed)} />
        ) : undefined}
        <Decisions overview={overview} />
        <div className={classes["cards"]}>
          <Fleet now={now} overview={overview} />
          <Connectivity overview={overview} />
          <Quotas now={now} overview={overview} />
          <Critical overview={overview} />
          <Campaigns overview={overview} />
          <CacheAndSession now={now} overview={overview} />
        </div>
      </div>
    </Page>
  );
}

interface CardProps {
  readonly overview: Overview | undefined;
}

const fleetRows = (filter: string): Address => ({ path: ["fleet", "endpoint"], query: { filter } });

interface CountProps {
  readonly value: number | undefined;
  readonly to: Address;
  readonly label: string;
  /** Instead of an unknown value. */
  readonly missing?: string;
}

/** A count as a link to its rows. Undefined: unknown; nothing is shown while it loads. */
function Count({ value, to, label, missing = t(($) => $.overview.notLoaded) }: CountProps): ReactElement {
  if (value === undefined) return <span className="muted">{missing}</span>;
  return (
    <a aria-label={`${label}: ${formatNumber(value)}`} href={`#${formatAddress(to)}`}>
      {formatNumber(value)}
    </a>
  );
}

interface LineProps extends CountProps {
  readonly tone?: StatusTone;
  /** Since an earlier count. */
  readonly change?: number;
  /** Before the data arrived, the line has no figure. */
  readonly loading: boolean;
}

function Line({ tone, change = 0, loading, ...count }: LineProps): ReactElement {
  return (
    <li>
      <span className={classes["label"]}>
        {tone === undefined ? count.label : <StatusPill tone={tone}>{count.label}</StatusPill>}
      </span>
      {change === 0 || loading ? undefined : <span className="muted">{signed(change)}</span>}
      {loading ? <span aria-hidden="true">–</span> : <Count {...count} />}
    </li>
  );
}

function Decisions({ overview }: CardProps): ReactElement {
  const session = useConnectionData("session.get");
  const syncing = useFleetdesk((state) => state.syncs.length > 0);
  const items: (readonly [key: string, title: string, detail: ReactNode, to: Address])[] = [];
  if (session?.state === "signed-out") {
    const to = { path: ["settings", "connections"], query: { connection: session.connection } };
    items.push(["session", t(($) => $.overview.decisions.sign), t(($) => $.shell.session.signInAgain), to]);
  }
  if (overview?.endpoints.cache.state === "never" && !syncing) {
    const text = t(($) => $.overview.decisions.notSynced);
    items.push(["sync", t(($) => $.overview.decisions.neverSynced), text, fleetRows("")]);
  }
  for (const campaign of overview?.campaigns ?? []) {
    if (!campaign.needsDecision) continue;
    const to = { path: ["campaigns", campaign.campaignId], query: {} };
    items.push([
      campaign.campaignId,
      campaign.name,
      campaign.message === undefined ? campaignLabel(campaign).text : formatText(campaign.message),
      to,
    ]);
  }
  for (const { change, title, count } of overview?.quotas.onHold ?? []) {
    const text = t(($) => $.overview.decisions.onHold, { change: formatText(title), count });
    const to = { path: ["quotas", "changes", String(change)], query: {} };
    items.push([`quotas ${change}`, text, t(($) => $.overview.decisions.onHoldReason), to]);
  }
  return (
    <Panel title={t(($) => $.overview.decisions.title)}>
      {items.length === 0 ? (
        <p className="muted">{overview === undefined ? "–" : t(($) => $.overview.decisions.none)}</p>
      ) : (
        <ul className={classes["decisions"]}>
          {items.map(([key, title, detail, to]) => (
            <li key={key}>
              <StatusPill tone="waiting">
                <a href={`#${formatAddress(to)}`} translate="no">
                  {title}
                </a>
              </StatusPill>
              <span className="muted">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Fleet({ overview, now }: CardProps & { readonly now: number }): ReactElement {
  const endpoints = overview?.endpoints;
  const loading = endpoints === undefined;
  const isNever = endpoints?.cache.state === "never";
  const ifSynced = (value: number | undefined): number | undefined => (isNever ? undefined : value);
  const total = endpoints?.byStatus.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const byStatus = new Map(endpoints?.byStatus.map(({ value, count }) => [value, count]));
  const others = [...byStatus.keys()].filter((value) => value !== "0" && value !== "1");
  const before = endpoints?.totals.at(-2)?.byStatus;
  const change = changeText(endpoints?.totals ?? [], now);
  const disabled = { path: ["changes", "endpoint"], query: { since: "yesterday", word: "status-1" } };
  return (
    <Panel title={t(($) => $.overview.fleet.title)}>
      <p className={classes["figure"]}>
        {loading || isNever ? "–" : <a href="#/fleet/endpoint">{formatNumber(total)}</a>}{" "}
        <small>{isNever ? t(($) => $.overview.notLoaded) : t(($) => $.overview.fleet.total, { count: total })}</small>
      </p>
      <p className={classes["note"]}>{change === "" ? undefined : <a href="#/changes/endpoint">{change}</a>}</p>
      <ul className={classes["lines"]}>
        {["0", "1", ...others].map((value) => {
          const { text, tone } = statusFrom("endpoint", value === "null" ? undefined : { id: value });
          return (
            <Line
              change={before && (byStatus.get(value) ?? 0) - (before[value] ?? 0)}
              key={value}
              label={text}
              loading={loading}
              to={fleetRows(`status:${value}`)}
              tone={tone}
              value={ifSynced(byStatus.get(value) ?? 0)}
            />
          );
        })}
        <Line
          label={t(($) => $.overview.fleet.withoutSim)}
          loading={loading}
          to={fleetRows("sim_status:null")}
          value={ifSynced(endpoints?.withoutSim)}
        />
        <Line
          label={t(($) => $.overview.fleet.suspended)}
          loading={loading}
          to={fleetRows("sim_status:2")}
          value={ifSynced(endpoints?.bySimStatus.find(({ value }) => value === "2")?.count ?? 0)}
        />
        <Line
          label={t(($) => $.overview.fleet.disabledToday)}
          loading={loading}
          missing={isNever ? undefined : t(($) => $.common.unknown)}
          to={disabled}
          value={ifSynced(endpoints?.disabledToday)}
        />
      </ul>
      <StatusTrend now={now} totals={endpoints?.totals} />
    </Panel>
  );
}

const statusStyles: Readonly<Record<string, Pick<ChartSeries, "style" | "dash">>> = {
  "0": { style: { color: "var(--good)" } },
  "1": { style: { color: "var(--muted)" }, dash: "4 3" },
};
const otherStatus = { style: { color: "var(--bad)" }, dash: "1 3" };
const noTotals: Overview["endpoints"]["totals"] = [];

/** The endpoints per status at the last syncs. */
function StatusTrend({
  totals = noTotals,
  now,
}: {
  readonly totals: Overview["endpoints"]["totals"] | undefined;
  readonly now: number;
}): ReactElement {
  const { points, series } = useMemo(() => {
    const syncs = totals.flatMap(({ at, byStatus }) => (byStatus === undefined ? [] : [{ at, byStatus }]));
    const values = [...new Set(syncs.flatMap(({ byStatus }) => Object.keys(byStatus)))].toSorted();
    return {
      points: syncs.map(({ at, byStatus }, index) => ({
        from: at,
        until: syncs[index + 1]?.at ?? Math.max(now, at + 1),
        label: "",
        values: Object.fromEntries(values.map((value) => [value, byStatus[value] ?? 0])),
      })),
      series: values.map((value) => ({
        id: value,
        label: statusFrom("endpoint", value === "null" ? undefined : { id: value }).text,
        ...(statusStyles[value] ?? otherStatus),
      })),
    };
  }, [totals, now]);
  return (
    <Chart
      axis="time"
      empty={totals === noTotals ? "" : t(($) => $.overview.fleet.noTrend)}
      height={92}
      isCount
      points={points.length < 2 ? [] : points}
      series={series}
      shape="lines"
      title={t(($) => $.overview.fleet.trend)}
      unit=""
    />
  );
}

/** "+12 since the sync of 17:04"; empty before the second sync. */
function changeText(totals: Overview["endpoints"]["totals"], now: number): string {
  const [before, last] = [totals.at(-2), totals.at(-1)];
  if (before === undefined || last === undefined) return "";
  const time = formatTime(before.at, now);
  return last.total === before.total
    ? t(($) => $.overview.fleet.noChange, { time })
    : t(($) => $.overview.fleet.change, { change: signed(last.total - before.total), time });
}

function signed(value: number): string {
  return `${value > 0 ? "+" : "\u2212"}${formatNumber(Math.abs(value))}`;
}

const contactLines = [
  ["seen", t(($) => $.overview.contact.seen), "seen:<24h", "good"],
  ["silent", t(($) => $.overview.contact.silent), "seen:>24h", "waiting"],
  ["unknown", t(($) => $.overview.contact.unknown), "seen:unknown", "neutral"],
] as const;

function Connectivity({ overview }: CardProps): ReactElement {
  const isNever = overview?.endpoints.cache.state === "never";
  return (
    <Panel title={t(($) => $.overview.contact.title)}>
      <ul className={classes["lines"]}>
        {contactLines.map(([state, label, filter, tone]) => (
          <Line
            key={state}
            label={label}
            loading={overview === undefined}
            to={fleetRows(filter)}
            tone={tone}
            value={isNever ? undefined : overview?.contact[state]}
          />
        ))}
      </ul>
      <p className={classes["note"]}>
        {t(($) => $.overview.contact.help)}{" "}
        {overview?.contact.unknown === 0 ? undefined : (
          <a href="#/events?period=24h">{t(($) => $.overview.contact.load)}</a>
        )}
      </p>
    </Panel>
  );
}

const quotaGroups = [
  ["empty", t(($) => $.overview.quotas.empty)],
  ["below", t(($) => $.overview.quotas.below)],
  ["expiring", t(($) => $.overview.quotas.expiring)],
  ["expired", t(($) => $.overview.quotas.expired)],
  ["blocked", t(($) => $.overview.quotas.blocked)],
  ["never", t(($) => $.overview.quotas.never)],
] as const satisfies readonly (readonly [QuotaGroup, string])[];

function Quotas({ overview, now }: CardProps & { readonly now: number }): ReactElement {
  const kinds = [
    ["data", t(($) => $.overview.quotas.data)],
    ["sms", t(($) => $.overview.quotas.sms)],
  ] as const;
  const newest = Math.max(overview?.quotas.data.newest ?? 0, overview?.quotas.sms.newest ?? 0);
  return (
    <Panel
      aside={
        <span className="muted">
          {newest === 0 ? "" : t(($) => $.overview.quotas.asOf, { time: formatTime(newest, now) })}
        </span>
      }
      title={t(($) => $.overview.quotas.title)}
    >
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th className="visually-hidden" scope="col">
              {t(($) => $.overview.quotas.title)}
            </th>
            {kinds.map(([kind, label]) => (
              <th key={kind} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quotaGroups.map(([group, label]) => (
            <tr key={group}>
              <th scope="row">{label}</th>
              {kinds.map(([kind, kindLabel]) => {
                const quotas = overview?.quotas[kind];
                const isRead = quotas?.newest !== undefined || group === "never";
                return (
                  <td key={kind}>
                    {quotas === undefined ? (
                      "–"
                    ) : (
                      <Count
                        label={`${label}, ${kindLabel}`}
                        to={{ path: ["quotas"], query: { kind, group } }}
                        value={isRead ? quotas.groups[group] : undefined}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Critical({ overview }: CardProps): ReactElement {
  const critical = overview?.critical;
  const title = t(($) => $.overview.critical.title);
  const isUnread = critical?.hours.every(({ read }) => read === "unread") === true;
  const points = useMemo(
    () =>
      (critical?.hours ?? []).map(({ from, until, counts, read }) => ({
        from,
        until,
        label: "",
        values: { critical: read === "unread" ? undefined : counts.critical },
        gap: read === "read" ? undefined : read,
      })),
    [critical],
  );
  return (
    <Panel title={title}>
      <p className={classes["figure"]}>
        {critical === undefined || isUnread ? (
          "–"
        ) : (
          <>
            {critical.read ? undefined : <small>{t(($) => $.overview.critical.atLeast)} </small>}
            <a aria-label={`${title}: ${critical.total}`} href="#/events?severity=critical&period=24h">
              {formatNumber(critical.total)}
            </a>
          </>
        )}{" "}
        <small>{isUnread ? t(($) => $.overview.notLoaded) : ""}</small>
      </p>
      <p className={classes["note"]}>{critical === undefined || isUnread ? "" : comparison(critical)}</p>
      <Chart
        axis="time"
        empty={critical === undefined ? "" : t(($) => $.overview.critical.empty)}
        height={92}
        isCount
        points={isUnread ? [] : points}
        series={criticalSeries}
        shape="bars"
        title=""
        unit={t(($) => $.overview.critical.unit)}
      />
    </Panel>
  );
}

const criticalSeries: readonly ChartSeries[] = [
  { id: "critical", label: t(($) => $.overview.critical.title), style: { color: "var(--bad)" } },
];

function comparison({ total, read, before }: Overview["critical"]): string {
  if (!read) return t(($) => $.overview.critical.incomplete);
  if (!before.read) return t(($) => $.overview.critical.beforeUnknown);
  return total === before.total
    ? t(($) => $.overview.critical.same)
    : t(($) => $.overview.critical.before, { change: signed(total - before.total) });
}

function Campaigns({ overview }: CardProps): ReactElement {
  const groups = [
    [["running"], t(($) => $.overview.campaigns.running), "good"],
    [["waiting", "scheduled"], t(($) => $.overview.campaigns.waiting), "waiting"],
    [["paused"], t(($) => $.overview.campaigns.paused), "waiting"],
  ] as const;
  return (
    <Panel title={t(($) => $.overview.campaigns.title)}>
      <ul className={classes["lines"]}>
        {groups.map(([states, label, tone]) => (
          <Line
            key={label}
            label={label}
            loading={overview === undefined}
            to={{ path: ["campaigns"], query: { state: states.join(",") } }}
            tone={tone}
            value={overview?.campaigns.filter(({ state }) => states.some((one) => one === state)).length}
          />
        ))}
      </ul>
    </Panel>
  );
}

function CacheAndSession({ overview, now }: CardProps & { readonly now: number }): ReactElement {
  const session = useConnectionData("session.get");
  const cache = overview?.endpoints.cache;
  const { unique = 0, promised = 0, asOf } = cache ?? {};
  const state =
    cache === undefined
      ? "–"
      : cache.state === "complete"
        ? t(($) => $.overview.sync.complete, { count: unique })
        : cache.state === "partial"
          ? t(($) => $.overview.fleet.partial, { cached: unique, total: promised })
          : t(($) => $.overview.notLoaded);
  const until = session?.refreshExpiresAt;
  return (
    <Panel title={t(($) => $.overview.sync.title)}>
      <Facts
        facts={[
          [
            t(($) => $.overview.sync.lastSync),
            asOf === undefined ? (cache === undefined ? "–" : t(($) => $.overview.notLoaded)) : formatTime(asOf, now),
          ],
          [
            t(($) => $.overview.sync.completeness),
            <a href="#/fleet/endpoint" key="rows">
              {state}
            </a>,
          ],
          [
            t(($) => $.overview.sync.session),
            session === undefined
              ? "–"
              : session.state === "signed-out"
                ? t(($) => $.overview.sync.signedOut)
                : until === undefined
                  ? t(($) => $.overview.sync.signedIn)
                  : t(($) => $.overview.sync.signedInUntil, { time: formatTime(until, now) }),
          ],
        ]}
      />
    </Panel>
  );
}
