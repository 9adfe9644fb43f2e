/** Classifies unconfirmed changes of a quota by a reading, and selects those that block the next change. Pure. */
import { codedText } from "#shared/texts/coded-text.ts";
import type { UnconfirmedRow } from "./changes/queries-unconfirmed.ts";
import type { RowMove } from "./changes/queries-rows.ts";
import type { UnconfirmedChange } from "./unconfirmed-change.ts";
import type { QuotaReadResult } from "./queries-readings.ts";
import { resolveRow } from "./resolve-row.ts";

type Classification = { readonly open: UnconfirmedChange; readonly move?: RowMove } | { readonly move: RowMove };

/**
 * Compares with the time at which the reading started: the service may have evaluated the request at once, however late
 * its answer arrived.
 */
export function classifyByReading(
  row: UnconfirmedRow,
  { at, result }: QuotaReadResult,
  graceMs: number,
): Classification {
  const { change, title, sentAt, overtaken } = row;
  const putBack = row.state === "planned";
  const open = (resolvableFrom: number | undefined): { readonly open: UnconfirmedChange } => ({
    open: { change, row: row.row, title, sentAt, resolvableFrom, overtaken, isRequeued: putBack },
  });
  const proven = (sentAt ?? 0) + graceMs;
  if (overtaken) {
    if (putBack || row.code === "overtaken") return open(undefined);
    return { ...open(undefined), move: { row: row.row, event: "lose", ...overtakenReason, resolvedAt: at } };
  }
  if (putBack) return open(proven);
  if (!("state" in result)) return open(undefined);
  // The reading started before the change was sent, so it proves nothing about the change.
  if (at < (sentAt ?? 0)) return open(proven);
  const resolution = resolveRow(row, result.state, { now: at, graceMs });
  switch (resolution.kind) {
    case "settled":
      return { move: resolution.move };
    case "wait":
      return open(resolution.until);
    case "unclear":
      return open(undefined);
  }
}

/** Reason shown for a change after which another one was sent. */
export const overtakenReason = {
  code: "overtaken",
  message: codedText("quota-outcome-overtaken"),
} as const;

/**
 * The unresolved changes that block the next one. An overtaken change blocks only during the grace period: after that
 * the service no longer applies it.
 */
export function blockingChanges(
  open: readonly UnconfirmedChange[],
  at: number,
  graceMs: number,
): readonly UnconfirmedChange[] {
  return open.filter(
    ({ overtaken, isRequeued: putBack, sentAt }) => !overtaken || putBack || at < (sentAt ?? 0) + graceMs,
  );
}
