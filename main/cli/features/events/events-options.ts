/** Options of all event commands that select events. */
import { t } from "../../text.ts";
import { Option, type Command } from "commander";
import { severitySchema, type EventScope, type Severity } from "#shared/contract/events/event-schemas.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import type { CliContext } from "../../context.ts";
import { namedEndpoint } from "../../named-endpoint.ts";
import { parseInstant, parseWhole } from "../../option-values.ts";
import { usageError } from "../../usage-error.ts";

export interface EventOptions {
  readonly endpoint?: string;
  readonly sim?: string;
  readonly organisation?: string;
  readonly user?: string;
  readonly filter?: string;
  readonly search?: string;
  readonly severity?: readonly Severity[];
  readonly type?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

export function addEndpointOption(command: Command): Command {
  return command.option(
    "--endpoint <endpoint>",
    t(($) => $.cli.events.endpoint),
  );
}

export function addSpanOptions(command: Command): Command {
  return command
    .option(
      "--since <time>",
      t(($) => $.cli.events.from),
    )
    .option(
      "--until <time>",
      t(($) => $.cli.events.until),
    );
}

export function addLimitOption(command: Command): Command {
  return command.option(
    "--limit <n>",
    t(($) => $.cli.events.limit),
    parseWhole(
      t(($) => $.cli.program.limitValue),
      1,
      10_000_000,
    ),
    50,
  );
}

export function addEventOptions(command: Command): Command {
  const scoped = addEndpointOption(command)
    .option(
      "--sim <id>",
      t(($) => $.cli.events.sim),
    )
    .option(
      "--organisation <id>",
      t(($) => $.cli.events.organisation),
    )
    .option(
      "--user <id>",
      t(($) => $.cli.events.user),
    )
    .option(
      "--filter <q>",
      t(($) => $.cli.events.filter),
    );
  return addSpanOptions(scoped)
    .addOption(
      new Option(
        "--severity <severity...>",
        t(($) => $.cli.events.severity),
      ).choices(severitySchema.options),
    )
    .option(
      "--type <type...>",
      t(($) => $.cli.events.type),
    )
    .option(
      "--search <text>",
      t(($) => $.cli.events.search),
    );
}

/** All events, unless one of the four options is set. */
export function scopeOfOptions(options: EventOptions): EventScope {
  const named = (["endpoint", "sim", "organisation", "user"] as const).flatMap((of) => {
    const id = options[of];
    return id === undefined ? [] : [{ of, id }];
  });
  if (named.length > 1) throw usageError(t(($) => $.cli.events.oneScope));
  const empty = named.find(({ id }) => id.trim() === "");
  if (empty !== undefined) throw usageError(t(($) => $.cli.events.emptyScope, { option: empty.of }));
  return named[0] ?? { of: "all" };
}

/** Replaces the named endpoint by its id. Throws the errors of `namedEndpoint`, and `invalid-usage` for two scopes. */
export async function withEndpointId<T extends EventOptions>(
  client: FleetClient,
  context: CliContext,
  options: T,
  signal: AbortSignal,
): Promise<T> {
  const scope = scopeOfOptions(options);
  if (scope.of !== "endpoint") return options;
  const named = await namedEndpoint(
    { client, context },
    scope.id,
    signal,
    t(($) => $.cli.events.notContacted),
  );
  return { ...options, endpoint: named };
}

export interface TimeSpan {
  readonly from?: number;
  readonly until?: number;
}

export function spanOfOptions({ since, until }: Pick<EventOptions, "since" | "until">): TimeSpan {
  return {
    from: since === undefined ? undefined : parseInstant(since, "UTC"),
    until: until === undefined ? undefined : parseInstant(until, "UTC"),
  };
}

/** Filters on the cached events of a scope and time span. */
export function eventQueryOfOptions({ filter, search, severity, type }: EventOptions): {
  readonly filter: string;
  readonly search?: string;
  readonly severity?: Severity[];
  readonly type?: string[];
} {
  return {
    filter: filter ?? "",
    search,
    severity: severity === undefined ? undefined : [...severity],
    type: type === undefined ? undefined : [...type],
  };
}
