import { EventEmitter } from "node:events";
import { beforeEach, expect, test } from "vitest";
import {
  createTransport,
  type Transport,
  type TransportOptions,
} from "../../../../main/platform/electron/transport.ts";
import { channels } from "#shared/contract/bridge.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";

type Invoke = (event: unknown, address: unknown, input?: unknown, ticket?: string) => Promise<unknown>;

class FakeContents extends EventEmitter {
  readonly sent: unknown[] = [];
  destroyed = false;
  isDestroyed = (): boolean => this.destroyed;
  send = (...args: readonly unknown[]): void => void this.sent.push(args);
}

let invoke: Invoke;
let cancel: Invoke;
let transport: Transport;
let ours: FakeContents;
let signals: AbortSignal[];

const frame = { url: "app://fleetdesk/#/fleet", parent: null };
const attach = (contents: FakeContents): void =>
  transport.attach(contents as unknown as Parameters<Transport["attach"]>[0], () => undefined);

beforeEach(() => {
  signals = [];
  ours = new FakeContents();
  const ipc = {
    handle: (channel: string, handler: Invoke) => {
      if (channel === channels.cancel) cancel = handler;
      else invoke = handler;
    },
  };
  transport = createTransport({
    ipc: ipc as unknown as TransportOptions["ipc"],
    log: createFakeLog(),
    call: (address, input, signal) => {
      if (signal !== undefined) signals.push(signal);
      if (address !== "slow") return Promise.resolve({ ok: true, value: [address, input] });
      return new Promise((resolve) =>
        signal?.addEventListener("abort", () => resolve({ ok: true, value: "aborted" }), { once: true }),
      );
    },
  });
  attach(ours);
});

test("answers the top frame of the app's page", async () => {
  const event = { sender: ours, senderFrame: frame };
  expect(await invoke(event, "a.b", { c: 1 })).toEqual({ ok: true, value: ["a.b", { c: 1 }] });
});

test.each([
  ["another window", { sender: new FakeContents(), senderFrame: frame }],
  ["a frame within the page", { senderFrame: { ...frame, parent: frame } }],
  ["a frame that has gone", { senderFrame: null }],
  ["a page of another host", { senderFrame: { ...frame, url: "app://fleetdesk.example/" } }],
  ["a page of another protocol", { senderFrame: { ...frame, url: "https://fleetdesk/" } }],
  ["a page that says our name elsewhere", { senderFrame: { ...frame, url: "https://x/#app://fleetdesk/" } }],
  ["an empty page", { senderFrame: { ...frame, url: "about:blank" } }],
])("%s is rejected", async (_case, event) => {
  const outcome = await invoke({ sender: ours, ...event }, "a.b", {});
  expect(outcome).toMatchObject({ ok: false, failure: { code: "foreign-caller" } });
  expect(signals).toEqual([]);
});

test("an address that is not a string does not reach inherited properties", async () => {
  const event = { sender: ours, senderFrame: frame };
  expect(await invoke(event, { toString: "x" }, {})).toEqual({ ok: true, value: ["", {}] });
});

test.each([
  ["reloads", "did-start-navigation", { isMainFrame: true, isSameDocument: false }],
  ["crashes", "render-process-gone", {}],
  ["is closed", "destroyed", {}],
])("a page that %s aborts its calls", async (_case, name, details) => {
  const running = invoke({ sender: ours, senderFrame: frame }, "slow", {});
  ours.emit(name, details);
  expect(await running).toEqual({ ok: true, value: "aborted" });
});

test.each([
  ["another place in the page", { isMainFrame: true, isSameDocument: true }],
  ["a frame within it", { isMainFrame: false, isSameDocument: false }],
])("navigating to %s aborts nothing", (_case, details) => {
  void invoke({ sender: ours, senderFrame: frame }, "slow", {});
  ours.emit("did-start-navigation", details);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test("topics go to the window while it exists", () => {
  transport.send("a.changed", { id: 1 });
  ours.destroyed = true;
  transport.send("a.changed", { id: 2 });
  expect(ours.sent).toEqual([["fleet:topic", "a.changed", { id: 1 }]]);
});

test("a destroyed window gets no response", async () => {
  ours.emit("destroyed");
  const outcome = await invoke({ sender: ours, senderFrame: frame }, "a.b", {});
  expect(outcome).toMatchObject({ ok: false });
});

test("a call is cancelled by its ticket, and only by its own page", async () => {
  const event = { sender: ours, senderFrame: frame };
  const first = invoke(event, "slow", {}, "one");
  const second = invoke(event, "slow", {}, "two");
  await cancel({ sender: new FakeContents(), senderFrame: frame }, "one");
  await cancel(event, "three");
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  await cancel(event, "two");
  expect(await second).toEqual({ ok: true, value: "aborted" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  await cancel(event, "one");
  expect(await first).toEqual({ ok: true, value: "aborted" });
});

test("two calls with the same ticket do not end each other", async () => {
  const event = { sender: ours, senderFrame: frame };
  const first = invoke(event, "slow", {}, "same");
  const second = invoke(event, "slow", {}, "same");
  await cancel(event, "same");
  expect(await first).toEqual({ ok: true, value: "aborted" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  ours.emit("destroyed");
  expect(await second).toEqual({ ok: true, value: "aborted" });
});
