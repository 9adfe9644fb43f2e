/**
 * The server side of the control socket: other processes of this user send router calls to the owner of the data directory.
 * Invariants: nothing is answered before the caller has proved that it knows the key; unauthenticated callers are limited in size,
 * time and number; when a caller disconnects, its calls are aborted; a caller that does not read gets no topics.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { Outcome } from "#shared/contract/kit.ts";
import type { Clock, Files, Log } from "../../core/hosts.ts";
import {
  type Identity,
  createNonce,
  createProof,
  handshakeMs,
  isProof,
  type Message,
  readJsonLines,
  writeJsonLine,
} from "./control-protocol.ts";
import { createOutFiles } from "./files.ts";
import { dataDirError } from "./paths.ts";
import { chooseAddress, clearAddress, removeOwner, writeOwner } from "./lock.ts";

export interface ControlServer {
  readonly address: string;
  /** The owner has started: waiting callers are answered. */
  open(): void;
  /** Number of connected callers. */
  callers(): number;
  /** Resolves when no caller is connected, or when aborted. */
  idle(signal: AbortSignal): Promise<void>;
  /** Stops listening, answers pending calls, aborts those that take longer, removes socket and owner file. */
  close(): Promise<void>;
}

export interface ControlServerOptions {
  /** The caller holds its lock. */
  readonly dataDir: string;
  /** Program version: a caller of another version gets an error. */
  readonly version: string;
  /** `files`: the output file that the caller names. */
  readonly call: (address: string, input: unknown, signal: AbortSignal, files: Files) => Promise<Outcome<unknown>>;
  /** Every topic of the owner, for the callers that subscribe; returns the unsubscribe. */
  readonly onTopic?: (listener: (topic: string, payload: unknown) => void) => () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long pending answers are awaited when the owner ends. */
const graceMs = 2000;
/** Maximum number of unauthenticated connections. */
const maxUnauthenticated = 16;
/** Bytes that a caller may leave unread before topics are dropped. */
const maxBacklog = 1024 * 1024;

/** Listens on a Unix socket (a named pipe on Windows) and writes `owner.json`. Throws `disk-full` or `data-dir-read-only`. */
export async function serveControl(options: ControlServerOptions): Promise<ControlServer> {
  try {
    return await startControl(options);
  } catch (error) {
    throw dataDirError(options.dataDir, error);
  }
}

async function startControl({
  dataDir,
  version,
  clock,
  log,
  ...serving
}: ControlServerOptions): Promise<ControlServer> {
  const address = chooseAddress(dataDir);
  // A pipe disappears with its owner; the socket of a dead owner blocks the address.
  if (process.platform !== "win32") rmSync(address, { force: true });
  const key = randomBytes(32).toString("hex");
  const identity = { key, address, dataDir: realpathSync(dataDir) };
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const callers = new Set<Caller>();
  const onIdle = new Set<() => void>();
  const unknown = new Set<Socket>();
  const server = createServer((socket) => {
    if (unknown.size >= maxUnauthenticated) {
      socket.destroy();
      return;
    }
    unknown.add(socket);
    const caller = serveSocket(socket, { ...serving, clock, identity, opened, onProven: () => unknown.delete(socket) });
    callers.add(caller);
    socket.on("close", () => {
      unknown.delete(socket);
      callers.delete(caller);
      if (callers.size === 0) onIdle.forEach((resolve) => resolve());
    });
    socket.on("error", (error) => log.warn("control.connection-failed", { message: error.message }));
  });
  await listen(server, address);
  try {
    if (process.platform !== "win32") chmodSync(address, 0o600);
    writeOwner(dataDir, { pid: process.pid, startedAt: new Date(clock.now()).toISOString(), address, key, version });
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    address,
    open,
    callers: () => callers.size,
    idle: (signal) =>
      new Promise((resolve) => {
        if (callers.size === 0 || signal.aborted) return resolve();
        onIdle.add(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    close: async () => {
      removeOwner(dataDir);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // The caller of a pending stop gets its answer before the connection closes.
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

interface Caller {
  /** Answers pending calls, and accepts no more. */
  endWhenIdle(): void;
  cut(): void;
}

interface CallerOptions extends Pick<ControlServerOptions, "call" | "onTopic" | "clock"> {
  readonly identity: Identity;
  /** Resolves when calls can be answered. */
  readonly opened: Promise<void>;
  /** Called once the caller is authenticated. */
  readonly onProven: () => void;
}

function serveSocket(socket: Socket, { call, onTopic, clock, identity, opened, onProven }: CallerOptions): Caller {
  const running = new Map<number, AbortController>();
  const owner = createNonce();
  /** The proof expected from the caller; undefined before it has sent its nonce. */
  let expected: string | undefined;
  let isProven = false;
  let ending = false;
  let topics: ReadonlySet<unknown> = new Set();
  const unsubscribe = onTopic?.((topic, payload) => {
    if (topics.has(topic) && socket.writableLength < maxBacklog) writeJsonLine(socket, { topic, payload });
  });
  const cancel = clock.after(handshakeMs, () => socket.destroy());
  const endIfIdle = (): void => {
    if (ending && running.size === 0) socket.end(() => socket.destroy());
  };
  const answer = async (id: number, address: string, { input, out }: Message): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const outcome = await call(address, input, controller.signal, outFilesOf(out));
    running.delete(id);
    writeJsonLine(socket, { id, outcome });
    endIfIdle();
  };
  const acceptCaller = async (): Promise<void> => {
    await opened;
    writeJsonLine(socket, { ready: true });
  };
  const introduce = ({ nonce, proof }: Message): void => {
    if (expected === undefined && typeof nonce === "string") {
      const nonces = { caller: nonce, owner };
      expected = createProof("caller", identity, nonces);
      writeJsonLine(socket, { nonce: owner, proof: createProof("owner", identity, nonces) });
    } else if (expected !== undefined && isProof(proof, expected)) {
      isProven = true;
      cancel();
      onProven();
      lines.trust();
      void acceptCaller();
    } else socket.destroy();
  };
  socket.on("close", () => {
    cancel();
    unsubscribe?.();
    running.forEach((controller) => controller.abort());
  });
  const lines = readJsonLines(socket, (message) => {
    if (!isProven) introduce(message);
    else if (typeof message["abort"] === "number") running.get(message["abort"])?.abort();
    else if (Array.isArray(message["topics"])) topics = new Set(message["topics"]);
    else if (typeof message["id"] !== "number" || typeof message["address"] !== "string") socket.destroy();
    // The router returns failures as values, so there is nothing to catch.
    else if (!ending) void answer(message["id"], message["address"], message);
  });
  return {
    endWhenIdle: () => {
      ending = true;
      endIfIdle();
    },
    cut: () => socket.destroy(),
  };
}

function outFilesOf(out: unknown): Files {
  return createOutFiles(() => (typeof out === "string" ? out : undefined));
}
