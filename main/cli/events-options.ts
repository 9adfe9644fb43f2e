/** Which events: the options that all commands of events share. */
import { Option, type Command } from "commander";
import { severitySchema, type EventScope, type Severity } from "#contract/event-words.ts";
import { parseInstant } from "./option-values.ts";
import { usageError } from "./usage-error.ts";

export interface EventOptions {
  readonly endpoint?: string;
  readonly sim?: string;
  readonly organisation?: string;
  readonly user?: string;
  readonly filter?: string;
  readonly search?: string;
  readonly severity?: readonly Severity[];
  readonly type?: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

export function addEventOptions(command: Command): Command {
  return command
    .option("--endpoint <id>", "events of an endpoint")
    .option("--sim <id>", "events of a SIM")
    .option("--organisation <id>", "events of an organisation")
    .option("--user <id>", "events of a user")
    .option("--filter <q>", "only those that match, as the service takes it")
    .option("--from <time>", "not older than this")
    .option("--until <time>", "older than this")
    .addOption(new Option("--severity <severity...>", "only these, of those read").choices(severitySchema.options))
    .option("--type <number...>", "only these types, of those read")
    .option("--search <text>", "only those with this text, of those read");
}

/** Everything there is, unless one of the four is named. */
export function scopeOfOptions(options: EventOptions): EventScope {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = options[of];
    return id === undefined ? [] : [{ of, id }];
  });
  if (named.length > 1) throw usageError("Name one of --endpoint, --sim, --organisation and --user.");
  return named[0] ?? { of: "all" };
}

export interface TimeSpan {
  readonly from?: number;
  readonly until?: number;
}

export function spanOfOptions({ from, until }: Pick<EventOptions, "from" | "until">): TimeSpan {
  return {
    ...(from === undefined ? {} : { from: parseInstant(from, "UTC") }),
    ...(until === undefined ? {} : { until: parseInstant(until, "UTC") }),
  };
}

/** What of the copy is shown, beside the list and its span. */
export function questionOfOptions({ filter, search, severity, type }: EventOptions): {
  readonly filter: string;
  readonly search?: string;
  readonly severity?: Severity[];
  readonly type?: string[];
} {
  return {
    filter: filter ?? "",
    ...(search === undefined ? {} : { search }),
    ...(severity === undefined ? {} : { severity: [...severity] }),
    ...(type === undefined ? {} : { type: [...type] }),
  };
}
