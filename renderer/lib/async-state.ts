/** A value loaded from main: idle, loading, ready, or failed. Previous data stays available while a new value is loading. */
import type { Failure } from "#shared/contract/kit.ts";
import { failureOf } from "./fleet.ts";

export type AsyncState<T> =
  | { readonly state: "never" }
  | { readonly state: "loading"; readonly value?: T }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly failure: Failure; readonly value?: T };

export const idle: AsyncState<never> = { state: "never" };

/** The data to show, current or previous. */
export function dataOf<T>(asyncState: AsyncState<T>): T | undefined {
  return asyncState.state === "never" ? undefined : asyncState.value;
}

/** Why the last attempt failed. */
export function failureIn(asyncState: AsyncState<unknown>): Failure | undefined {
  return asyncState.state === "failed" ? asyncState.failure : undefined;
}

/** Starts loading; previous data is preserved. */
export function loading<T>(before: AsyncState<T>): AsyncState<T> {
  const value = dataOf(before);
  return value === undefined ? { state: "loading" } : { state: "loading", value };
}

export function ready<T>(value: T): AsyncState<T> {
  return { state: "ready", value };
}

/** Sets the failure; previous data is preserved. */
export function failed<T>(before: AsyncState<T>, error: unknown): AsyncState<T> {
  const value = dataOf(before);
  return { state: "failed", failure: failureOf(error), value };
}
