/** Which events: the options that all commands of events share. */
import { Option, type Command } from "commander";
import { severitySchema, type EventScope, type Severity } from "#contract/event-words.ts";
import type { FleetClient } from "#contract/index.ts";
import type { CliContext } from "./context.ts";
import { namedEndpoint } from "./named-endpoint.ts";
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
    .option("--endpoint <endpoint>", "events of an endpoint: its id, or whatever names it in the local copy")
    .option("--sim <id>", "events of a SIM")
    .option("--organisation <id>", "events of an organisation")
    .option("--user <id>", "events of a user")
    .option("--filter <q>", "only those that match, as the service takes it")
    .option("--from <time>", "not older than this")
    .option("--until <time>", "older than this")
    .addOption(new Option("--severity <severity...>", "only these, of those read").choices(severitySchema.options))
    .option("--type <type...>", "only these types, of those read: by number, or by label")
    .option("--search <text>", "only those with this text, of those read");
}

/** Everything there is, unless one of the four is named. */
export function scopeOfOptions(options: EventOptions): EventScope {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = options[of];
    return id === undefined ? [] : [{ of, id }];
  });
  if (named.length > 1) throw usageError("Name one of --endpoint, --sim, --organisation and --user.");
  const empty = named.find(({ id }) => id.trim() === "");
  if (empty !== undefined) throw usageError(`--${empty.of} names nobody: it is empty.`);
  return named[0] ?? { of: "all" };
}

/** The options with the endpoint's id in place of whatever names it. Throws as `namedEndpoint` does, and for two lists at once. */
export async function withEndpointId<T extends EventOptions>(
  client: FleetClient,
  context: CliContext,
  options: T,
  signal: AbortSignal,
): Promise<T> {
  const scope = scopeOfOptions(options);
  if (scope.of !== "endpoint") return options;
  const named = await namedEndpoint({ client, context }, scope.id, signal, "The service was not asked.");
  return { ...options, endpoint: named };
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
