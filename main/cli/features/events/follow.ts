/** event list --follow: the newest events, then new ones, until Ctrl-C or the time limit. */
import { documentOf } from "../../json-document.ts";
import type { FleetEvent } from "#shared/contract/events/event-schemas.ts";
import type { FollowState } from "#shared/contract/events/events.ts";
import { formatText } from "#shared/texts/text.ts";
import { AppError, isAppError } from "#shared/failure.ts";
import { sleep } from "../../../core/wait.ts";
import { type CliContext, isJson } from "../../context.ts";
import type { Call } from "../../define-command.ts";
import { formatJson, iso } from "../../output.ts";
import { t } from "../../text.ts";
import { cliError } from "../../usage-error.ts";
import { eventColumns, eventItemSchema, toEventItem } from "./event-lines.ts";
import { eventQueryOf, scopeOfOptions, type EventOptions } from "./event-options.ts";

interface FollowOptions extends EventOptions {
  /** Maximum number of existing events. */
  readonly limit: number;
  /** Minutes; undefined: no limit. */
  readonly duration?: number;
}

const pollIntervalMs = 1000;
const renewEveryMs = 20_000;
const mostAtOnce = 1000;

/** Ctrl-C ends normally. Throws the error that ended the polling, such as `not-offered`. */
export async function followEvents(
  { client, signal, scope: connection, context }: Call<unknown, unknown>,
  options: FollowOptions,
): Promise<void> {
  const { clock } = context;
  const { events } = client;
  const scope = { ...connection, scope: scopeOfOptions(options) };
  const query = { ...scope, ...eventQueryOf(options) };
  let { mark } = await events.arrivals(query, signal);
  const { items } = await events.list({ ...query, limit: Math.min(options.limit, mostAtOnce) }, signal);
  for (const event of items.toReversed()) write(context, event);
  // Events that arrived between the mark and the list are in both.
  const printedKeys = new Set(items.map(({ key }) => key));
  let state = await events.follow(scope, signal);
  const endsAt =
    options.duration === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() + options.duration * 60_000;
  // Leases are renewed by the monotonic clock: a change of the system time must not let one expire.
  let renewedAt = clock.monotonic();
  try {
    context.progress.printLine(t(($) => $.cli.events.follow.started));
    for (;;) {
      const news = await events.arrivals({ ...query, after: mark, limit: mostAtOnce }, signal);
      for (const event of news.items) if (!printedKeys.has(event.key)) write(context, event);
      ({ mark } = news);
      if (news.more) continue;
      if (clock.monotonic() >= endsAt && (state.asOf !== undefined || state.state !== "polling")) break;
      await sleep(clock, pollIntervalMs, signal);
      // The state is read in every round until the first successful poll, and after the time limit.
      if (state.asOf === undefined || clock.monotonic() >= endsAt || clock.monotonic() - renewedAt >= renewEveryMs) {
        const now = await events.follow({ ...scope, lease: state.lease }, signal);
        reportState(context, state, now);
        state = now;
        renewedAt = clock.monotonic();
      }
    }
    // The output may lack events, so the command ends with an error.
    if (state.state === "failing") throw cliError(state.code ?? "internal", failureText(state));
  } catch (error) {
    if (!isAppError(error, "aborted")) throw error;
  } finally {
    await events.unfollow({ lease: state.lease });
  }
}

function failureText({ message, asOf }: FollowState): string {
  const since =
    asOf === undefined
      ? t(($) => $.cli.events.follow.nothingRead)
      : t(($) => $.cli.events.follow.readAt, { time: iso(asOf) ?? "" });
  return `${message === undefined ? t(($) => $.cli.events.follow.failed) : formatText(message)} ${since}`;
}

function reportState({ progress }: CliContext, before: FollowState, now: FollowState): void {
  if (now.state === "ended")
    throw now.message === undefined
      ? cliError(
          now.code ?? "internal",
          t(($) => $.cli.events.follow.ended),
        )
      : new AppError(now.code ?? "internal", now.message);
  if (now.state === "failing" && before.code !== now.code)
    progress.printLine(
      t(($) => $.cli.events.follow.retrying, { reason: now.message === undefined ? "" : formatText(now.message) }),
    );
  if (now.state === "polling" && before.state === "failing") progress.printLine(t(($) => $.cli.events.follow.again));
}

/** One event per line, without columns: the width of later events is unknown. */
function write(context: CliContext, event: FleetEvent): void {
  const { terminal } = context;
  const { output } = context.globals();
  if (isJson(context)) terminal.out(`${formatJson(documentOf(eventItemSchema, toEventItem(event)))}\n`);
  if (output === "ids") terminal.out(`${event.key}\n`);
  if (output !== "table") return;
  const cells = Object.values(eventColumns).map(([, cell]) => (cell(event) ?? "").replace(/\s+/g, " "));
  terminal.out(`${cells.filter((cell) => cell !== "").join("  ")}\n`);
}
