/**
 * The owner's ear: other processes of this user put router calls to the process that owns the data directory.
 * Invariants: nothing is answered before the key was shown; when a caller goes, its calls are aborted.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { Outcome } from "#contract/kit.ts";
import type { Clock, Log } from "../hosts.ts";
import { dataDirError } from "./data-dir-error.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";
import { chooseAddress, clearAddress, removeOwner, writeOwner } from "./owner-file.ts";

export interface ControlServer {
  readonly address: string;
  /** Stops listening, answers what was asked already, aborts what takes longer, removes socket and note. */
  close(): Promise<void>;
}

export interface ControlServerOptions {
  /** The caller holds its lock. */
  readonly dataDir: string;
  readonly call: (address: string, input: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long answers that are nearly there are waited for when the owner ends. */
const graceMs = 2000;

/** Listens on a Unix socket (a named pipe on Windows) and writes `owner.json`. Throws `disk-full` or `data-dir-read-only`. */
export async function serveControl(options: ControlServerOptions): Promise<ControlServer> {
  try {
    return await startControl(options);
  } catch (error) {
    throw dataDirError(options.dataDir, error);
  }
}

async function startControl({ dataDir, clock, log, call }: ControlServerOptions): Promise<ControlServer> {
  const address = chooseAddress(dataDir);
  // A pipe is gone with its owner; the socket of a dead owner is in the way.
  if (process.platform !== "win32") rmSync(address, { force: true });
  const key = randomBytes(32).toString("hex");
  const introduction = { key, dataDir: realpathSync(dataDir) };
  const callers = new Set<Caller>();
  const server = createServer((socket) => {
    const caller = serveSocket(socket, introduction, call);
    callers.add(caller);
    socket.on("close", () => callers.delete(caller));
    socket.on("error", (error) => log.warn("control.connection-failed", { message: error.message }));
  });
  await listen(server, address);
  if (process.platform !== "win32") chmodSync(address, 0o600);
  writeOwner(dataDir, { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), address, key });
  return {
    address,
    close: async () => {
      removeOwner(dataDir);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Who paused us has the answer coming: it must not hear that we are gone instead.
      for (const caller of callers) caller.endWhenIdle();
      const late = clock.after(graceMs, () => callers.forEach((caller) => caller.cut()));
      await closed;
      late();
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

/** One connection. */
interface Caller {
  /** Answers what was asked already, and nothing more. */
  endWhenIdle(): void;
  cut(): void;
}

function serveSocket(socket: Socket, expected: Introduction, call: ControlServerOptions["call"]): Caller {
  const running = new Map<number, AbortController>();
  let known = false;
  let ending = false;
  const endIfIdle = (): void => {
    if (ending && running.size === 0) socket.end(() => socket.destroy());
  };
  const answer = async (id: number, address: string, input: unknown): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const outcome = await call(address, input, controller.signal);
    running.delete(id);
    writeJsonLine(socket, { id, outcome });
    endIfIdle();
  };
  socket.on("close", () => running.forEach((controller) => controller.abort()));
  readJsonLines(socket, (document) => {
    const message = asRecord(document);
    if (!known) {
      known = sameText(message["key"], expected.key) && sameText(message["dataDir"], expected.dataDir);
      if (known) writeJsonLine(socket, { ready: true, pid: process.pid });
      else socket.destroy();
    } else if (typeof message["abort"] === "number") running.get(message["abort"])?.abort();
    else if (typeof message["id"] !== "number" || typeof message["address"] !== "string") socket.destroy();
    // The router answers failures as values; nothing is left to catch.
    else if (!ending) void answer(message["id"], message["address"], message["input"]);
  });
  return {
    endWhenIdle: () => {
      ending = true;
      endIfIdle();
    },
    cut: () => socket.destroy(),
  };
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
