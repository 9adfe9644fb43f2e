/**
 * The owner's ear: other processes of this user put router calls to the process that owns the data directory.
 * Invariants: nothing is answered before the key was shown; when a caller goes, its calls are aborted.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { Outcome } from "#contract/kit.ts";
import type { Clock, Log } from "../hosts.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";
import { chooseAddress, clearAddress, removeOwner, writeOwner } from "./owner-file.ts";

export interface ControlServer {
  readonly address: string;
  /** Stops listening, aborts what callers still wait for, removes socket and note. */
  close(): Promise<void>;
}

export interface ControlServerOptions {
  /** The caller holds its lock. */
  readonly dataDir: string;
  readonly call: (address: string, input: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Listens on a Unix socket (a named pipe on Windows) and writes `owner.json`. */
export async function serveControl(options: ControlServerOptions): Promise<ControlServer> {
  const { dataDir, log } = options;
  const address = chooseAddress(dataDir);
  // A pipe is gone with its owner; the socket of a dead owner is in the way.
  if (process.platform !== "win32") rmSync(address, { force: true });
  const key = randomBytes(32).toString("hex");
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", (error) => log.warn("control.connection-failed", { message: error.message }));
    serveSocket(socket, { key, dataDir: realpathSync(dataDir) }, options.call);
  });
  await listen(server, address);
  if (process.platform !== "win32") chmodSync(address, 0o600);
  writeOwner(dataDir, { pid: process.pid, startedAt: new Date(options.clock.now()).toISOString(), address, key });
  return {
    address,
    close: async () => {
      removeOwner(dataDir);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      clearAddress(dataDir, address);
    },
  };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

interface Introduction {
  readonly key: string;
  /** A copied directory carries the note of the original's owner; that owner must not answer for the copy. */
  readonly dataDir: string;
}

function serveSocket(socket: Socket, expected: Introduction, call: ControlServerOptions["call"]): void {
  const running = new Map<number, AbortController>();
  let known = false;
  socket.on("close", () => running.forEach((controller) => controller.abort()));
  const answer = async (id: number, address: string, input: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const outcome = await call(address, input, controller.signal);
    running.delete(id);
    writeJsonLine(socket, { id, outcome });
  };
  readJsonLines(socket, (document) => {
    const message = asRecord(document);
    if (!known) {
      known = sameText(message["key"], expected.key) && sameText(message["dataDir"], expected.dataDir);
      if (known) writeJsonLine(socket, { ready: true, pid: process.pid });
      else socket.destroy();
      return;
    }
    if (typeof message["abort"] === "number") running.get(message["abort"])?.abort();
    else if (typeof message["id"] === "number" && typeof message["address"] === "string") {
      // The router answers failures as values; nothing is left to catch.
      void answer(message["id"], message["address"], message["input"]);
    } else socket.destroy();
  });
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function sameText(left: unknown, right: string): boolean {
  if (typeof left !== "string") return false;
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
