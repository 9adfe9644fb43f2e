import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connectToOwner } from "../../../main/node/control-client.ts";
import { serveControl, type ControlServer, type ControlServerOptions } from "../../../main/node/control-server.ts";
import { readOwner } from "../../../main/node/owner-file.ts";
import { createFakeClock } from "../../fakes/fake-clock.ts";
import { createFakeLog } from "../../fakes/fake-log.ts";
import { useScratchFolder } from "../../make/scratch-folder.ts";

const folder = useScratchFolder();
const clock = createFakeClock();
let servers: ControlServer[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function serve(dataDir: string, call: ControlServerOptions["call"]): Promise<ControlServer> {
  mkdirSync(dataDir, { recursive: true });
  const server = await serveControl({ dataDir, call, clock, log: createFakeLog() });
  servers.push(server);
  return server;
}

const echo: ControlServerOptions["call"] = (address, input) => Promise.resolve({ ok: true, value: { address, input } });

test("a call reaches the owner and its outcome comes back", async () => {
  await serve(folder.path("data"), echo);
  const owner = await connectToOwner(folder.path("data"), clock);
  const outcome = await owner?.call("campaigns.pause", { campaignId: "1" });
  owner?.close();
  expect(outcome).toEqual({ ok: true, value: { address: "campaigns.pause", input: { campaignId: "1" } } });
});

test("many calls at once are kept apart", async () => {
  await serve(folder.path("data"), echo);
  const owner = await connectToOwner(folder.path("data"), clock);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => await owner?.call("a.b", { number })),
  );
  owner?.close();
  expect(outcomes.map((outcome) => (outcome?.ok === true ? outcome.value : undefined))).toEqual(
    Array.from({ length: 200 }, (_, number) => ({ address: "a.b", input: { number } })),
  );
});

test("a call is aborted in the owner when its caller gives up", async () => {
  const call: ControlServerOptions["call"] = (_address, _input, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ ok: false, failure: { code: "aborted", message: "Stopped." } }));
    });
  await serve(folder.path("data"), call);
  const owner = await connectToOwner(folder.path("data"), clock);
  const controller = new AbortController();
  const outcome = owner?.call("a.b", {}, controller.signal);
  controller.abort();
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "aborted" } });
  owner?.close();
});

test("calls are aborted in the owner when their caller's process ends", async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await serve(folder.path("data"), async (_address, _input, signal) => {
    begun.resolve();
    await once(signal, "abort");
    aborted.resolve();
    return { ok: true, value: {} };
  });
  const owner = await connectToOwner(folder.path("data"), clock);
  const outcome = owner?.call("a.b", {});
  await begun.promise;
  owner?.close();
  await aborted.promise;
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "owner-gone" } });
});

test("a call that the owner does not survive answers owner-gone", async () => {
  const begun = Promise.withResolvers<void>();
  const server = await serve(folder.path("data"), () => {
    begun.resolve();
    return new Promise(() => undefined);
  });
  const owner = await connectToOwner(folder.path("data"), clock);
  const outcome = owner?.call("a.b", {});
  await begun.promise;
  const closing = server.close();
  await clock.advance(2000);
  expect(await outcome).toMatchObject({ ok: false, failure: { code: "owner-gone" } });
  await closing;
});

test("what was asked already is answered by an owner that ends", async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = await serve(folder.path("data"), async () => {
    begun.resolve();
    await finish.promise;
    return { ok: true, value: "paused" };
  });
  const owner = await connectToOwner(folder.path("data"), clock);
  const outcome = owner?.call("campaigns.pause", {});
  await begun.promise;
  const closing = server.close();
  finish.resolve();
  expect(await outcome).toEqual({ ok: true, value: "paused" });
  await closing;
});

test("nothing is answered to whoever does not know the key", async () => {
  const calls: string[] = [];
  const server = await serve(folder.path("data"), (address) => {
    calls.push(address);
    return Promise.resolve({ ok: true, value: {} });
  });
  const socket = connect(server.address);
  let heard = "";
  socket.on("data", (chunk) => (heard += chunk.toString()));
  socket.write(`{"key":"guess","dataDir":"${folder.path("data")}"}\n{"id":1,"address":"a.b"}\n`);
  await once(socket, "close");
  expect([heard, calls]).toEqual(["", []]);
});

test("the note and the socket are for their owner only and go with it", async () => {
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
  const owner = await connectToOwner(dataDir, clock);
  expect(owner?.pid).toBe(process.pid);
  owner?.close();
});

test("an owner does not answer for a copy of its directory", async () => {
  await serve(folder.path("data"), echo);
  mkdirSync(folder.path("copy"));
  cpSync(join(folder.path("data"), "owner.json"), join(folder.path("copy"), "owner.json"));
  expect(await connectToOwner(folder.path("copy"), clock)).toBeUndefined();
});

test("a note of a process that died leads nowhere, and the next owner takes its place", async () => {
  const dataDir = folder.path("data");
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "control.sock"), "");
  writeFileSync(
    join(dataDir, "owner.json"),
    JSON.stringify({ pid: 1, startedAt: "", address: join(dataDir, "control.sock"), key: "" }),
  );
  expect(await connectToOwner(dataDir, clock)).toBeUndefined();
  await serve(dataDir, echo);
  expect(readOwner(dataDir)?.pid).toBe(process.pid);
});

test.each(["", "not json", "[]", '{"pid":"1"}'])("a note that reads %j is no note", async (text) => {
  folder.write("owner.json", text);
  expect(await connectToOwner(folder.path("."), clock)).toBeUndefined();
});
