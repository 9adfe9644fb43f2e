/** Options of all event commands that select events. */
import { severitySchema, type EventScope, type Severity } from "#shared/contract/events/event-schemas.ts";
import { type Call, choices, moment, text, type Value, type ValuesOf } from "../../define-command.ts";
import { t } from "../../text.ts";
import { usageError } from "../../usage-error.ts";
import { namedEndpoint } from "../fleet/audiences.ts";

export const endpointOptions = {
  endpoint: text(
    "<endpoint>",
    t(($) => $.cli.events.endpoint),
  ),
};

export const spanOptions = { since: moment(t(($) => $.cli.events.from)), until: moment(t(($) => $.cli.events.until)) };

const types: Value<string[] | undefined> = {
  placeholder: "<type...>",
  description: t(($) => $.cli.events.type),
  variadic: true,
};

export const eventOptions = {
  ...endpointOptions,
  sim: text(
    "<id>",
    t(($) => $.cli.events.sim),
  ),
  organisation: text(
    "<id>",
    t(($) => $.cli.events.organisation),
  ),
  user: text(
    "<id>",
    t(($) => $.cli.events.user),
  ),
  filter: text(
    "<q>",
    t(($) => $.cli.events.filter),
  ),
  ...spanOptions,
  severity: choices(
    "<severity...>",
    t(($) => $.cli.events.severity),
    severitySchema.options,
  ),
  type: types,
  search: text(
    "<text>",
    t(($) => $.cli.events.search),
  ),
};
export type EventOptions = Partial<ValuesOf<typeof eventOptions>>;

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
  call: Parameters<typeof namedEndpoint>[0] & Pick<Call<unknown, unknown>, "signal">,
  options: T,
): Promise<T> {
  const scope = scopeOfOptions(options);
  if (scope.of !== "endpoint") return options;
  const named = await namedEndpoint(
    call,
    scope.id,
    call.signal,
    t(($) => $.cli.events.notContacted),
  );
  return { ...options, endpoint: named };
}

/** Filters on the cached events of a scope and time span. */
export function eventQueryOf({ filter = "", search, severity, type, since, until }: EventOptions): {
  readonly filter: string;
  readonly search?: string;
  readonly severity?: Severity[];
  readonly type?: string[];
  readonly from?: number;
  readonly until?: number;
} {
  return { filter, search, severity, type, from: since, until };
}
