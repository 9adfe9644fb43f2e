/** Quotas and changes of them in the words of the terminal, and as JSON. */
import type { QuotaCounts, QuotaRow } from "#contract/quota-changes.ts";
import type { QuotaKind, QuotaReading, QuotaStand } from "#contract/quota-words.ts";
import type { EndpointQuotas, QuotaChange } from "#contract/quotas.ts";
import { formatCount, formatTable, iso } from "./output.ts";

const amount = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** Never 0 where there is something. */
function sayAmount(value: number): string {
  return value > 0 && value < 0.001 ? "less than 0.001" : amount.format(value);
}

/** "37.5 MB, 75 % left, until 2031-12-31T23:59:59.000Z, threshold 20 %". */
export function sayStand(kind: QuotaKind, stand: QuotaStand | undefined): string {
  if (stand === undefined) return "unknown";
  if (stand.state === "none") return "none set";
  const { volume, percent, expiresAt, status, onExhaustion, autoRefill, thresholdPercent } = stand.quota;
  const unit = kind === "data" ? "MB" : "messages";
  const action =
    onExhaustion?.kind === "throttle"
      ? onExhaustion.bitsPerSecond === undefined
        ? "throttles (the service does not say to which rate)"
        : `throttles to ${formatCount(onExhaustion.bitsPerSecond)} bit/s`
      : undefined;
  const parts = [
    volume === undefined ? "volume unknown" : `${sayAmount(volume)} ${unit}`,
    percent === undefined ? undefined : `${sayAmount(percent)} % left`,
    status === "active" ? undefined : status,
    expiresAt === undefined ? "expiry unknown" : `until ${iso(expiresAt)}`,
    action,
    autoRefill === true ? "refilled daily" : undefined,
    thresholdPercent === undefined ? undefined : `threshold ${amount.format(thresholdPercent)} %`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function sayReading(kind: QuotaKind, { stand, asOf, problem }: QuotaReading): string {
  const asked = asOf === undefined ? "never read" : `${sayStand(kind, stand)} (as of ${iso(asOf)})`;
  return problem === undefined ? asked : `${asked}; ${problem.message} (${problem.code}, ${iso(problem.at)})`;
}

export function describeEndpoint({ endpoint, name, profile, data, sms }: EndpointQuotas): string {
  const profileLine = profile === undefined ? "unknown" : (profile.name ?? profile.id);
  return [
    `endpoint: ${endpoint}${name === undefined ? "" : ` (${name})`}`,
    `service profile: ${profileLine}`,
    `data: ${sayReading("data", data)}`,
    `  ${data.enforcement.sentence}`,
    `sms: ${sayReading("sms", sms)}`,
    `  ${sms.enforcement.sentence}`,
    "",
  ].join("\n");
}

export function sayCounts(counts: QuotaCounts): string {
  const there = Object.entries(counts).filter(([, count]) => count > 0);
  return there.map(([state, count]) => `${formatCount(count)} ${state}`).join(", ");
}

export function describeChange(change: QuotaChange): string {
  const { change: id, title, whom, state, message, counts, had, toZero, undone } = change;
  const lines = [
    `Change ${id}: ${title}, ${whom}`,
    `${state}${message === undefined ? "" : ` (${message})`}: ${sayCounts(counts)}`,
    had.quota + had.none === 0
      ? undefined
      : `had a quota: ${formatCount(had.quota)}; had none: ${formatCount(had.none)}`,
    toZero === 0 ? undefined : `left with nothing: ${formatCount(toZero)}`,
    undone === undefined
      ? undefined
      : `taken back by change ${undone.by}: ${formatCount(undone.back)} of ${formatCount(counts.set)}${undone.underWay ? " so far" : ""}`,
    ...change.warnings,
  ];
  return lines
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join("");
}

export function rowTable(kind: QuotaKind, rows: readonly QuotaRow[]): string {
  const cells = rows.map(({ row, endpoint, name, state, before, after, current, message }) => [
    String(row),
    endpoint,
    name ?? "",
    state,
    before === undefined ? "" : short(kind, before),
    after === undefined ? "" : short(kind, after),
    current === undefined ? (message ?? "") : `${message ?? ""} Now: ${short(kind, current)}.`,
  ]);
  return formatTable(["ROW", "ENDPOINT", "NAME", "STATE", "BEFORE", "AFTER", "WHY"], cells, 60);
}

/** Volume and expiry alone, for a narrow column. */
function short(kind: QuotaKind, stand: QuotaStand): string {
  if (stand.state === "none") return "none";
  const { volume, expiresAt } = stand.quota;
  const unit = kind === "data" ? " MB" : "";
  const left = volume === undefined ? "unknown" : `${sayAmount(volume)}${unit}`;
  return expiresAt === undefined ? left : `${left} until ${new Date(expiresAt).toISOString().slice(0, 10)}`;
}
