/** The columns of the overview. */
import { formatText, t } from "#shared/texts/text.ts";
import type { QuotaItem } from "#shared/contract/quotas/quota-overview.ts";
import type { Quota, QuotaKind } from "#shared/contract/quotas/quota-schemas.ts";
import type { Address } from "../../lib/address.ts";
import { formatDateTime, formatDate, formatTime } from "#shared/format.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { TableColumn } from "../../ui/virtual-table/table-column.ts";
import { percentText, readingStatus, volumeText } from "./quota-labels.ts";
import classes from "./quotas.module.css";

export interface QuotaColumnSettings {
  readonly kind: QuotaKind;
  readonly belowPercent: number;
  readonly from: Address;
  readonly now: number;
}

const unknown = t(($) => $.common.unknown);

function quotaOf({ state: quotaState }: QuotaItem): Quota | undefined {
  return quotaState?.state === "set" ? quotaState.quota : undefined;
}

function problemText({ problem }: QuotaItem): string {
  return problem === undefined ? "" : formatText(problem.message);
}

/** For a set quota: the value, or "unknown" if the service does not report it. Without a quota: empty. */
function valueColumn<T>(
  id: string,
  title: string,
  width: number,
  valueOf: (quota: Quota) => T | undefined,
  text: (value: T) => string,
  whole = text,
): TableColumn<QuotaItem> {
  return {
    id,
    title,
    width,
    align: "end",
    sortable: true,
    render: (item) => {
      const quota = quotaOf(item);
      if (quota === undefined) return <span className={classes["noValue"]}>–</span>;
      const value = valueOf(quota);
      return value === undefined ? (
        <StatusPill tone="neutral">{unknown}</StatusPill>
      ) : (
        <span title={whole(value)}>{text(value)}</span>
      );
    },
    text: (item) => {
      const quota = quotaOf(item);
      const value = quota === undefined ? undefined : valueOf(quota);
      return value === undefined ? (quota === undefined ? "" : unknown) : whole(value);
    },
  };
}

export function quotaColumns({
  kind,
  belowPercent,
  from,
  now,
}: QuotaColumnSettings): readonly TableColumn<QuotaItem>[] {
  return [
    {
      id: "endpoint",
      title: t(($) => $.common.endpoint),
      width: 220,
      sortable: true,
      render: ({ endpoint, name }) => (
        <RecordLink from={from} mono={name === undefined} quiet to={{ collection: "endpoint", id: endpoint }}>
          {name ?? endpoint}
        </RecordLink>
      ),
      text: ({ endpoint, name }) => name ?? endpoint,
    },
    {
      id: "state",
      title: t(($) => $.quotas.column.quota),
      width: 124,
      sortable: false,
      render: (item) => {
        const { text, tone } = readingStatus(item);
        return (
          <StatusPill title={problemText(item)} tone={tone}>
            {text}
          </StatusPill>
        );
      },
      text: (item) => readingStatus(item).text,
    },
    valueColumn(
      "volume",
      t(($) => $.quotas.column.remaining),
      118,
      ({ volume }) => volume,
      (volume) => volumeText(kind, volume),
    ),
    {
      ...valueColumn(
        "percent",
        t(($) => $.quotas.column.percent),
        132,
        ({ percent }) => percent,
        percentText,
      ),
      render: (item) => {
        const quota = quotaOf(item);
        if (quota === undefined) return <span className={classes["noValue"]}>–</span>;
        const { percent } = quota;
        if (percent === undefined) return <StatusPill tone="neutral">{unknown}</StatusPill>;
        return (
          <span className={classes["share"]} data-low={percent < belowPercent || undefined}>
            <i aria-hidden="true">
              <i style={{ width: `${Math.max(0, Math.min(100, percent))}%` }} />
            </i>
            {percentText(percent)}
          </span>
        );
      },
    },
    valueColumn(
      "expiresAt",
      t(($) => $.quotas.column.expires),
      112,
      ({ expiresAt }) => expiresAt,
      formatDate,
      formatDateTime,
    ),
    ...aboutColumns(now),
  ];
}

/** Columns apart from the quota: profile, age of the reading, last attempt. */
function aboutColumns(now: number): readonly TableColumn<QuotaItem>[] {
  return [
    {
      id: "enforced",
      title: t(($) => $.quotas.column.enforcement),
      width: 112,
      sortable: false,
      render: ({ enforced }) =>
        enforced === "unknown" ? (
          <StatusPill tone="neutral">{t(($) => $.quotas.enforcement.unknown)}</StatusPill>
        ) : (
          <span className={enforced === "no" ? classes["noValue"] : undefined}>
            {t(($) => $.quotas.enforcement[enforced])}
          </span>
        ),
      text: ({ enforced }) => t(($) => $.quotas.enforcement[enforced]),
    },
    {
      id: "profile",
      title: t(($) => $.quotas.column.profile),
      width: 150,
      sortable: false,
      render: ({ profile }) =>
        profile === undefined ? (
          <StatusPill tone="neutral">{unknown}</StatusPill>
        ) : (
          <span title={profile.id}>{profile.name ?? profile.id}</span>
        ),
      text: ({ profile }) => profile?.name ?? profile?.id ?? unknown,
    },
    {
      id: "asOf",
      title: t(($) => $.quotas.column.asOf),
      width: 104,
      align: "end",
      sortable: true,
      render: ({ asOf }) =>
        asOf === undefined ? (
          <span className={classes["noValue"]}>{t(($) => $.common.notLoaded)}</span>
        ) : (
          <time title={formatDateTime(asOf)}>{formatTime(asOf, now)}</time>
        ),
      text: ({ asOf }) => (asOf === undefined ? "" : formatDateTime(asOf)),
    },
    {
      id: "problem",
      title: t(($) => $.quotas.column.problem),
      width: 220,
      sortable: false,
      render: (item) =>
        item.problem === undefined ? undefined : <span title={problemText(item)}>{problemText(item)}</span>,
      text: problemText,
    },
    {
      id: "id",
      title: t(($) => $.quotas.column.id),
      width: 84,
      mono: true,
      sortable: false,
      render: ({ endpoint }) => <span>{endpoint}</span>,
      text: ({ endpoint }) => endpoint,
    },
  ];
}

export const defaultColumns = [
  "endpoint",
  "state",
  "volume",
  "percent",
  "expiresAt",
  "enforced",
  "profile",
  "asOf",
  "problem",
];
