/** The routes of a feature of the service, and the arguments of their functions. */
import type { Reply } from "./reply.ts";
import type { SimulatorState } from "./simulator-state.ts";

export interface Call {
  /** Path and query as received. */
  readonly url: string;
  /** The numeric ids of the path, in order. */
  readonly ids: readonly number[];
  readonly body: string;
  /** A stale replica answers: later entries are not in the list. */
  readonly asOf?: number;
}

export interface Route {
  /** Stable name, used by fault rules and request counters. */
  readonly operation: string;
  readonly run: (state: SimulatorState, call: Call) => Reply;
}

/** Keys are `METHOD path` with `:` for every id, below /api/v1. */
export type Routes = Readonly<Record<string, Route>>;

/** The absolute address of a call, for its query parameters and for links. */
export function addressOf(state: SimulatorState, call: Call): URL {
  return new URL(call.url, state.baseUrl);
}

/** The `Location` header of a created object, in the form of the settings. */
export function locationHeader(state: SimulatorState, path: string): readonly (readonly [string, string])[] {
  const form = state.settings.oddities.location ?? "absolute";
  if (form === "none") return [];
  return [["Location", form === "relative" ? path : state.baseUrl + path]];
}
