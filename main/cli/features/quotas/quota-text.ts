/** Texts of quotas and quota changes. */
import type { QuotaCounts, QuotaRow } from "#shared/contract/quotas/quota-changes.ts";
import type { Quota, QuotaKind, QuotaReading, QuotaState } from "#shared/contract/quotas/quota-schemas.ts";
import type { EndpointQuotas, QuotaChange } from "#shared/contract/quotas/quotas.ts";
import { formatText } from "#shared/texts/text.ts";
import { labelOf } from "../../option-values.ts";
import { type Columns, iso } from "../../output.ts";
import { t } from "../../text.ts";

const amount = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** A value above 0 is never shown as 0. */
function formatAmount(value: number): string {
  return value > 0 && value < 0.001 ? t(($) => $.cli.quotas.text.tiny) : amount.format(value);
}

export function formatVolume(kind: QuotaKind, volume: number | undefined): string {
  if (volume === undefined) return t(($) => $.cli.quotas.text.volumeUnknown);
  if (kind === "data") return t(($) => $.cli.quotas.text.megabytes, { amount: formatAmount(volume) });
  return t(($) => $.cli.quotas.text.messages, { count: volume, amount: formatAmount(volume) });
}

function formatStatus(status: Quota["status"]): string | undefined {
  switch (status) {
    case "active":
      return undefined;
    case "exhausted":
      return t(($) => $.cli.quotas.text.exhausted);
    case "expired":
      return t(($) => $.cli.quotas.text.expired);
    case "unknown":
      return t(($) => $.cli.quotas.text.statusUnknown);
  }
}

/** "37.5 MB, 75% left, until 2031-12-31T23:59:59.000Z, low threshold 20%". */
export function formatQuotaState(kind: QuotaKind, state: QuotaState | undefined): string {
  if (state === undefined) return t(($) => $.cli.quotas.text.unknown);
  if (state.state === "none") return t(($) => $.cli.quotas.text.none);
  const { volume, percent, expiresAt, status, onExhaustion, autoRefill, thresholdPercent } = state.quota;
  const rate = onExhaustion?.kind === "throttle" ? onExhaustion.bitsPerSecond : undefined;
  const throttles =
    rate === undefined
      ? t(($) => $.cli.quotas.text.throttlesUnknown)
      : t(($) => $.cli.quotas.text.throttles, { rate: amount.format(rate / 1000) });
  const fragments = [
    formatVolume(kind, volume),
    percent === undefined ? undefined : t(($) => $.cli.quotas.text.percentLeft, { percent: formatAmount(percent) }),
    formatStatus(status),
    expiresAt === undefined
      ? t(($) => $.cli.quotas.text.expiryUnknown)
      : t(($) => $.cli.quotas.text.until, { time: iso(expiresAt) ?? "" }),
    onExhaustion?.kind === "throttle" ? throttles : undefined,
    autoRefill === true ? t(($) => $.cli.quotas.text.autoRefill) : undefined,
    thresholdPercent === undefined
      ? undefined
      : t(($) => $.cli.quotas.text.threshold, { percent: amount.format(thresholdPercent) }),
  ];
  return fragments.filter((part) => part !== undefined).join(", ");
}

function formatReading(kind: QuotaKind, { state, asOf, problem }: QuotaReading): string {
  const quota =
    asOf === undefined
      ? t(($) => $.cli.quotas.text.notLoaded)
      : t(($) => $.cli.quotas.text.asOf, { quota: formatQuotaState(kind, state), time: iso(asOf) ?? "" });
  if (problem === undefined) return quota;
  const { code, message, at } = problem;
  return t(($) => $.cli.quotas.text.problem, { quota, message: formatText(message), code, time: iso(at) ?? "" });
}

export function describeEndpoint({ endpoint, name, profile, data, sms }: EndpointQuotas): string {
  const profileName = profile === undefined ? t(($) => $.cli.quotas.text.unknown) : (profile.name ?? profile.id);
  return [
    name === undefined
      ? t(($) => $.cli.quotas.text.endpoint, { endpoint })
      : t(($) => $.cli.quotas.text.endpointNamed, { endpoint, name }),
    t(($) => $.cli.quotas.text.profile, { profile: profileName }),
    t(($) => $.cli.quotas.text.data, { quota: formatReading("data", data) }),
    `  ${formatText(data.enforcement.sentence)}`,
    t(($) => $.cli.quotas.text.sms, { quota: formatReading("sms", sms) }),
    `  ${formatText(sms.enforcement.sentence)}`,
    "",
  ].join("\n");
}

export function formatQuotaCounts(counts: QuotaCounts): string {
  const there = Object.entries(counts).filter(([, count]) => count > 0);
  return there.map(([state, count]) => t(($) => $.cli.quotas.text.count, { count, state: labelOf(state) })).join(", ");
}

export function describeChange(change: QuotaChange): string {
  const { change: id, title, targets: endpoints, counts, had, toZero } = change;
  const lines = [
    t(($) => $.cli.quotas.text.change, { change: id, title: formatText(title), endpoints: formatText(endpoints) }),
    stateLine(change),
    had.quota + had.none === 0 ? undefined : t(($) => $.cli.quotas.text.had, had),
    toZero === 0 ? undefined : t(($) => $.cli.quotas.text.noVolumeLeft, { count: toZero }),
    undoneLine(change.undone, counts.set),
    ...change.warnings.map((warning) => formatText(warning)),
  ];
  return lines
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join("");
}

function stateLine({ state, message, counts }: QuotaChange): string {
  const values = { state, counts: formatQuotaCounts(counts) };
  if (message === undefined) return t(($) => $.cli.quotas.text.state, values);
  return t(($) => $.cli.quotas.text.stateReason, { ...values, reason: formatText(message) });
}

function undoneLine(undone: QuotaChange["undone"], total: number): string | undefined {
  if (undone === undefined) return undefined;
  const { by: change, back, isRunning: isInProgress } = undone;
  return isInProgress
    ? t(($) => $.cli.quotas.text.undoing, { change, back, total })
    : t(($) => $.cli.quotas.text.undone, { change, back, total });
}

/** A row of a change, with the kind of its quotas, which has the unit. */
type RowOfKind = QuotaRow & Pick<QuotaChange, "kind">;

export const rowColumns: Columns<RowOfKind> = {
  row: ({ row }) => String(row),
  endpoint: ({ endpoint }) => endpoint,
  name: ({ name }) => name,
  state: ({ state }) => labelOf(state),
  before: ({ kind, before }) => before && short(kind, before),
  after: ({ kind, after }) => after && short(kind, after),
  reason: reasonOf,
};

function reasonOf({ kind, current, message }: RowOfKind): string {
  const reason = message === undefined ? "" : formatText(message);
  if (current === undefined) return reason;
  const now = { current: short(kind, current) };
  return message === undefined
    ? t(($) => $.cli.quotas.rows.current, now)
    : t(($) => $.cli.quotas.rows.changedElsewhere, { reason, ...now });
}

/** Volume and expiry only, for a narrow column. */
function short(kind: QuotaKind, state: QuotaState): string {
  if (state.state === "none") return t(($) => $.cli.quotas.rows.none);
  const { volume, expiresAt } = state.quota;
  const left = volume === undefined ? t(($) => $.cli.quotas.rows.unknown) : shortVolume(kind, volume);
  if (expiresAt === undefined) return left;
  return t(($) => $.cli.quotas.rows.until, { volume: left, date: new Date(expiresAt).toISOString().slice(0, 10) });
}

function shortVolume(kind: QuotaKind, volume: number): string {
  return kind === "data"
    ? t(($) => $.cli.quotas.text.megabytes, { amount: formatAmount(volume) })
    : formatAmount(volume);
}
