/** The window's queries, with a bridge that the test controls. */
import { QueryObserver } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { onTestFinished } from "vitest";
import {
  asyncStateOf,
  fleetQuery,
  type InputOf,
  type OperationName,
  type OutputOf,
  queryClient,
} from "../../../renderer/data/fleet-query.ts";
import type { AsyncState } from "../../../renderer/lib/async-state.ts";
import { type BridgeRequest, type Call, createWaitingBridge } from "./open-slice.ts";

export interface OpenData<Input> {
  /** Calls that wait for their answer. */
  readonly requests: BridgeRequest<Input>[];
  readonly setHidden: (hidden: boolean) => void;
}

/** Calls wait for the test, unless it passes the bridge's function. Queries are removed after the test. */
export function openData<Input = unknown>(answer?: Call<Input>): OpenData<Input> {
  const { call: wait, requests } = createWaitingBridge<Input>();
  const call = answer ?? wait;
  const page = { hidden: false };
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined } }, document: page });
  onTestFinished(() => {
    queryClient.clear();
    Reflect.deleteProperty(globalThis, "window");
    Reflect.deleteProperty(globalThis, "document");
  });
  return { requests, setHidden: (hidden) => void (page.hidden = hidden) };
}

export interface VisibleQuery<T> {
  readonly state: () => AsyncState<T>;
  /** The component that shows it is closed. */
  readonly leave: () => void;
}

/** A component that shows a query. */
export function showQuery<N extends OperationName>(operation: N, input: InputOf<N>): VisibleQuery<OutputOf<N>> {
  const observer = new QueryObserver(queryClient, fleetQuery(operation, input));
  const leave = observer.subscribe(() => undefined);
  onTestFinished(leave);
  return { state: () => asyncStateOf(observer.getCurrentResult()), leave };
}

/** What a component would show now. */
export function readHook<T>(hook: () => T): T {
  const results: T[] = [];
  const Component = (): undefined => {
    results.push(hook());
  };
  renderToStaticMarkup(createElement(Component));
  const [result] = results;
  if (result === undefined) throw new Error("The component was not rendered.");
  return result;
}
