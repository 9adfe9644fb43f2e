/** A value that comes from main: never asked, on its way, here, or failed. What was shown stays while a new one is on its way. */
import type { Failure } from "#contract/kit.ts";
import { failureOf } from "./fleet.ts";

export type AsyncState<T> =
  | { readonly state: "never" }
  | { readonly state: "loading"; readonly value?: T }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly failure: Failure; readonly value?: T };

export const idle: AsyncState<never> = { state: "never" };

/** What there is to show, old or new. */
export function dataOf<T>(asyncState: AsyncState<T>): T | undefined {
  return asyncState.state === "never" ? undefined : asyncState.value;
}

/** The same question asked again. */
export function loading<T>(before: AsyncState<T>): AsyncState<T> {
  const value = dataOf(before);
  return value === undefined ? { state: "loading" } : { state: "loading", value };
}

export function ready<T>(value: T): AsyncState<T> {
  return { state: "ready", value };
}

/** What was shown stays beside the failure. */
export function failed<T>(before: AsyncState<T>, error: unknown): AsyncState<T> {
  const value = dataOf(before);
  return { state: "failed", failure: failureOf(error), ...(value === undefined ? {} : { value }) };
}
