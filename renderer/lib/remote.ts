/** A value that comes from main: never asked, on its way, here, or failed. What was shown stays while a new one is on its way. */
import type { Failure } from "#contract/kit.ts";
import { failureOf } from "./fleet.ts";

export type Remote<T> =
  | { readonly state: "never" }
  | { readonly state: "loading"; readonly value?: T }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly failure: Failure; readonly value?: T };

export const never: Remote<never> = { state: "never" };

/** What there is to show, old or new. */
export function shown<T>(remote: Remote<T>): T | undefined {
  return remote.state === "never" ? undefined : remote.value;
}

/** The same question asked again. */
export function loading<T>(before: Remote<T>): Remote<T> {
  const value = shown(before);
  return value === undefined ? { state: "loading" } : { state: "loading", value };
}

export function ready<T>(value: T): Remote<T> {
  return { state: "ready", value };
}

/** What was shown stays beside the failure. */
export function failed<T>(before: Remote<T>, error: unknown): Remote<T> {
  const value = shown(before);
  return { state: "failed", failure: failureOf(error), ...(value === undefined ? {} : { value }) };
}
