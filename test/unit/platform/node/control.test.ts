import { chmodSync, cpSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, Socket } from "node:net";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Clock } from "../../../../main/core/hosts.ts";
import {
  connectToOwner,
  type ConnectOptions,
  type OwnerConnection,
} from "../../../../main/platform/node/control-client.ts";
import {
  serveControl,
  type ControlServer,
  type ControlServerOptions,
} from "../../../../main/platform/node/control-server.ts";
import { readJsonLines } from "../../../../main/platform/node/control-protocol.ts";
import { readOwner } from "../../../../main/platform/node/lock.ts";
import { createFakeClock, type FakeClock } from "../../../fakes/fake-clock.ts";
import { createFakeLog } from "../../../fakes/fake-log.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const version = "1.2.3";
let clock: FakeClock;
let servers: ControlServer[] = [];

beforeEach(() => {
  clock = createFakeClock();
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function startServing(
  dataDir: string,
  call: ControlServerOptions["call"],
  onTopic?: ControlServerOptions["onTopic"],
): Promise<ControlServer> {
  mkdirSync(dataDir, { recursive: true });
  const server = await serveControl({ dataDir, version, call, onTopic, clock, log: createFakeLog() });
  servers.push(server);
  return server;
}

async function serve(dataDir: string, call: ControlServerOptions["call"]): Promise<ControlServer> {
  const server = await startServing(dataDir, call);
  server.open();
  return server;
}

const connectAs = (dataDir: string, options: Partial<ConnectOptions> = {}): Promise<OwnerConnection | undefined> =>
  connectToOwner(dataDir, { clock, version, onStarting: () => undefined, ...options });

const echo: ControlServerOptions["call"] = (address, input) => Promise.resolve({ ok: true, value: { address, input } });

test("a call reaches the owner and returns its outcome", async () => {
  await serve(folder.path("data"), echo);
  const owner = await connectAs(folder.path("data"));
  const outcome = await owner?.call("campaigns.pause", { campaignId: "1" });
  owner?.close();
  expect(outcome).toEqual({ ok: true, value: { address: "campaigns.pause", input: { campaignId: "1" } } });
});

test("many concurrent calls are matched to their answers", async () => {
  await serve(folder.path("data"), echo);
  const owner = await connectAs(folder.path("data"));
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => await owner?.call("a.b", { number })),
  );
  owner?.close();
  expect(outcomes.map((outcome) => (outcome?.ok === true ? outcome.value : undefined))).toEqual(
    Array.from({ length: 200 }, (_, number) => ({ address: "a.b", input: { number } })),
  );
});

test("a call is aborted in the owner when its caller cancels", async () => {
  const call: ControlServerOptions["call"] = (_address, _input, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () =>
        resolve({ ok: false, failure: { code: "aborted", text: { code: "aborted" } } }),
      );
    });
  await serve(folder.path("data"), call);
  const owner = await connectAs(folder.path("data"));
  const controller = new AbortController();
  const outcome = owner?.call("a.b", {}, controller.signal);
  controller.abort();
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "aborted" } });
  owner?.close();
});

test("an export writes the absolute path of the caller's file, and a call without one no file", async () => {
  const suggestion = { name: "vans", extension: "csv" };
  await serve(folder.path("data"), async (_address, _input, _signal, files) => ({
    ok: true,
    value: { file: await files.saveAs(suggestion) },
  }));
  let out: string | undefined = "vans.csv";
  const owner = await connectAs(folder.path("data"), { out: () => out });
  expect(await owner?.call("fleet.exportCsv", {})).toEqual({ ok: true, value: { file: resolve("vans.csv") } });
  out = undefined;
  expect(await owner?.call("fleet.exportCsv", {})).toEqual({ ok: true, value: {} });
  owner?.close();
});

test("a caller receives the topics that it subscribed to, until it unsubscribes", async () => {
  const listeners = new Set<(topic: string, payload: unknown) => void>();
  const publish = (topic: string, payload: unknown): void => listeners.forEach((listener) => listener(topic, payload));
  const server = await startServing(folder.path("data"), echo, (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });
  server.open();
  const owner = await connectAs(folder.path("data"));
  const received: unknown[] = [];
  const stop = owner?.on("fleet.syncProgress", (payload) => received.push(payload));
  // The owner reads its lines in order: the subscription is known when this call is answered.
  await owner?.call("a.b", {});
  publish("campaigns.changed", { campaignId: "1" });
  publish("fleet.syncProgress", { done: 1 });
  await owner?.call("a.b", {});
  stop?.();
  publish("fleet.syncProgress", { done: 2 });
  await owner?.call("a.b", {});
  expect(received).toEqual([{ done: 1 }]);
  owner?.close();
  await server.idle(new AbortController().signal);
  expect(listeners.size).toBe(0);
});

test("an owner is idle when its last caller has disconnected, or when its wait is aborted", async () => {
  const server = await serve(folder.path("data"), echo);
  await server.idle(new AbortController().signal);
  const owners = [await connectAs(folder.path("data")), await connectAs(folder.path("data"))];
  const waiting = new AbortController();
  const aborted = server.idle(waiting.signal);
  waiting.abort();
  await aborted;
  const idle = server.idle(new AbortController().signal);
  for (const owner of owners) owner?.close();
  await idle;
});

test("calls are aborted in the owner when their caller's process ends", async () => {
  const aborted = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  await serve(folder.path("data"), async (_address, _input, signal) => {
    started.resolve();
    await once(signal, "abort");
    aborted.resolve();
    return { ok: true, value: {} };
  });
  const owner = await connectAs(folder.path("data"));
  const outcome = owner?.call("a.b", {});
  await started.promise;
  owner?.close();
  await aborted.promise;
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "owner-gone" } });
});

test("a call whose owner dies returns owner-gone", async () => {
  const started = Promise.withResolvers<void>();
  const server = await serve(folder.path("data"), () => {
    started.resolve();
    return new Promise(() => undefined);
  });
  const owner = await connectAs(folder.path("data"));
  const outcome = owner?.call("a.b", {});
  await started.promise;
  const closing = server.close();
  await clock.advance(2000);
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "owner-gone" } });
  await closing;
});

test("an ending owner answers pending calls", async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = await serve(folder.path("data"), async () => {
    started.resolve();
    await finish.promise;
    return { ok: true, value: "paused" };
  });
  const owner = await connectAs(folder.path("data"));
  const outcome = owner?.call("campaigns.pause", {});
  await started.promise;
  const closing = server.close();
  finish.resolve();
  expect(await outcome).toEqual({ ok: true, value: "paused" });
  await closing;
});

/** A connection that sends these lines, and reads until it is closed. */
async function exchangeLines(address: string, ...lines: readonly string[]): Promise<string> {
  const socket = connect(address);
  let responseText = "";
  socket.on("data", (chunk) => (responseText += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(lines.map((line) => `${line}\n`).join(""));
  await once(socket, "close");
  return responseText;
}

test("a caller without the key gets no answer, even with calls in the first packet", async () => {
  const calls: string[] = [];
  const server = await serve(folder.path("data"), (address) => {
    calls.push(address);
    return Promise.resolve({ ok: true, value: {} });
  });
  const call = '{"id":1,"address":"a.b"}';
  expect(await exchangeLines(server.address, call)).toBe("");
  const responseText = await exchangeLines(server.address, '{"nonce":"n"}', '{"proof":"guess"}', call, call);
  expect(responseText.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^\{"nonce":"\w{64}","proof":"\w{64}"\}$/),
  ]);
  expect([calls, responseText.includes(readOwner(folder.path("data"))?.key ?? "")]).toEqual([[], false]);
});

test.each([
  ["a line without an end", "x".repeat(70_000)],
  ["what is not JSON", "hello\n"],
  ["what is no object", "null\n"],
])("an unauthenticated caller that sends %s is disconnected", async (_case, text) => {
  const server = await serve(folder.path("data"), echo);
  const socket = connect(server.address).on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
});

test("idle unauthenticated callers are limited in number, and disconnected after a timeout", async () => {
  const server = await serve(folder.path("data"), echo);
  const sockets = Array.from({ length: 16 }, () => connect(server.address));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  expect(await connectAs(folder.path("data"))).toBeUndefined();
  const closed = Promise.all(sockets.map((socket) => once(socket.resume(), "close")));
  await clock.advance(5000);
  await closed;
  const owner = await connectAs(folder.path("data"));
  expect(owner?.pid).toBe(process.pid);
  owner?.close();
});

test("a process that took over the address gets neither key nor call, and is rejected", async () => {
  const dataDir = folder.path("data");
  mkdirSync(dataDir);
  const address = join(dataDir, "control.sock");
  let responseText = "";
  const rogue = createServer((socket) => {
    socket.on("data", (chunk) => (responseText += chunk.toString()));
    socket.write('{"ready":true,"pid":1}\n{"id":1,"outcome":{"ok":true,"value":"forged"}}\n');
  });
  await once(rogue.listen(address), "listening");
  const note = { pid: 1, startedAt: "", address, key: "the key", version };
  folder.write("data/owner.json", JSON.stringify(note));
  expect([await connectAs(dataDir), responseText.includes("the key")]).toEqual([undefined, false]);
  rogue.close();
});

test.skipIf(process.platform === "win32")("a socket in a directory that others may write to is not used", async () => {
  await serve(folder.path("data"), echo);
  chmodSync(folder.path("data"), 0o777);
  expect(await connectAs(folder.path("data"))).toBeUndefined();
});

test("a caller waits for a starting owner, and is notified after a delay", async () => {
  const server = await startServing(folder.path("data"), echo);
  const starting: number[] = [];
  const delays: number[] = [];
  const after: Clock["after"] = (delayMs, run) => {
    delays.push(delayMs);
    return clock.after(delayMs, run);
  };
  const onStarting = (pid: number): void => void starting.push(pid);
  const connecting = connectAs(folder.path("data"), { clock: { ...clock, after }, onStarting });
  // Both sides are authenticated: the remaining timer is that of the notification.
  await expect.poll(() => delays).toEqual([5000, 2000]);
  await clock.advance(600_000);
  expect(starting).toEqual([process.pid]);
  server.open();
  const owner = await connecting;
  expect(await owner?.call("a.b", 1)).toEqual({ ok: true, value: { address: "a.b", input: 1 } });
  owner?.close();
});

test("a caller of an owner whose start fails is disconnected", async () => {
  const server = await startServing(folder.path("data"), echo);
  const connecting = connectAs(folder.path("data"));
  await server.close();
  servers = [];
  expect(await connecting).toBeUndefined();
});

test.each([
  ["1.2.2", "other-version-running"],
  [undefined, "older-version-running"],
])("an owner of version %s is named, and gets no call", async (other, code) => {
  const dataDir = folder.path("data");
  await serve(dataDir, echo);
  folder.write("data/owner.json", JSON.stringify({ ...readOwner(dataDir), version: other }));
  await expect(connectAs(dataDir)).rejects.toMatchObject({
    code: "version-mismatch",
    text: { code, params: { version: "1.2.3" } },
  });
});

test("a long line is read in time linear to its length", () => {
  const lengths: number[] = [];
  const socket = new Socket();
  const lines = readJsonLines(socket, ({ text }) => lengths.push((text as string).length));
  lines.trust();
  const piece = Buffer.from("x".repeat(64));
  socket.emit("data", Buffer.from('{"text":"'));
  for (let pieces = 0; pieces < 300_000; pieces += 1) socket.emit("data", piece);
  socket.emit("data", Buffer.from('"}\n{"text":"é'));
  socket.emit("data", Buffer.from('"}\n'));
  expect(lengths).toEqual([64 * 300_000, 1]);
});

test("the owner file and the socket are readable by their owner only and removed with it", async () => {
  const dataDir = folder.path("data");
  const server = await serve(dataDir, echo);
  const modes = [join(dataDir, "owner.json"), server.address].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
  await server.close();
  servers = [];
  expect([existsSync(join(dataDir, "owner.json")), existsSync(server.address)]).toEqual([false, false]);
});

test("a directory with a long path gets a socket elsewhere", async () => {
  const dataDir = folder.path("d".repeat(120));
  const server = await serve(dataDir, echo);
  expect(server.address.startsWith(dataDir)).toBe(false);
  const owner = await connectAs(dataDir);
  expect(owner?.pid).toBe(process.pid);
  owner?.close();
});

test("an owner does not answer for a copy of its directory", async () => {
  await serve(folder.path("data"), echo);
  mkdirSync(folder.path("copy"));
  cpSync(join(folder.path("data"), "owner.json"), join(folder.path("copy"), "owner.json"));
  expect(await connectAs(folder.path("copy"))).toBeUndefined();
});

test("the file of a dead owner is ignored, and replaced by the next owner", async () => {
  const dataDir = folder.path("data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "control.sock"), "");
  writeFileSync(
    join(dataDir, "owner.json"),
    JSON.stringify({ pid: 1, startedAt: "", address: join(dataDir, "control.sock"), key: "" }),
  );
  expect(await connectAs(dataDir)).toBeUndefined();
  await serve(dataDir, echo);
  expect(readOwner(dataDir)?.pid).toBe(process.pid);
});

test.each(["", "not json", "[]", '{"pid":"1"}'])("an owner file with %j is invalid", async (text) => {
  folder.write("owner.json", text);
  expect(await connectAs(folder.path("."))).toBeUndefined();
});
