/** The client side of the control socket: calls from another process to the owner of the data directory. */
import { codedText } from "#shared/texts/coded-text.ts";
import { realpathSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname, resolve as absolutePath } from "node:path";
import type { Outcome } from "#shared/contract/kit.ts";
import { AppError } from "#shared/failure.ts";
import type { Clock } from "../../core/hosts.ts";
import {
  createNonce,
  createProof,
  handshakeMs,
  isProof,
  longestLine,
  readJsonLines,
  writeJsonLine,
} from "./control-protocol.ts";
import { type OwnerNote, readOwner } from "./lock.ts";

export interface OwnerConnection {
  readonly pid: number;
  /** Same interface as the owner's router; `owner-gone` when the owner ends before it has answered. */
  readonly call: (address: string, input: unknown, signal?: AbortSignal) => Promise<Outcome<unknown>>;
  /** Subscribes to a topic of the owner; the returned function unsubscribes. */
  readonly on: (topic: string, listener: (payload: never) => void) => () => void;
  close(): void;
}

export interface ConnectOptions {
  readonly clock: Clock;
  readonly version: string;
  /** The owner is still starting, which may take minutes: this process waits for it. */
  readonly onStarting: (pid: number) => void;
  /** The file that a call of an export writes. */
  readonly out?: () => string | undefined;
}

interface Exchange {
  readonly waiting: Map<number, (outcome: Outcome<unknown>) => void>;
  readonly listeners: Map<string, Set<(payload: never) => void>>;
  readonly out: ConnectOptions["out"];
}

/** A start that takes longer is reported. */
const startingMs = 2000;

/**
 * Connects to the owner named in the directory, and waits until it has started; undefined when there is no owner file, or no owner of this
 * user answers. Throws `version-mismatch` when the owner is another version of this program.
 */
export async function connectToOwner(dataDir: string, options: ConnectOptions): Promise<OwnerConnection | undefined> {
  const note = readOwner(dataDir);
  if (note === undefined || !isOurPlace(note.address)) return undefined;
  return await authenticate(note, realpathSync(dataDir), options);
}

/** A process that can write to the directory of a socket can replace the socket. Windows pipes have no directory. */
function isOurPlace(address: string): boolean {
  if (process.platform === "win32") return true;
  const place = statSync(dirname(address), { throwIfNoEntry: false });
  return place !== undefined && place.uid === process.getuid?.() && (place.mode & 0o022) === 0;
}

function authenticate(
  note: OwnerNote,
  dataDir: string,
  { clock, version, onStarting, out }: ConnectOptions,
): Promise<OwnerConnection | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(note.address);
    const identity = { key: note.key, address: note.address, dataDir };
    const caller = createNonce();
    const exchange: Exchange = { waiting: new Map(), listeners: new Map(), out };
    const { waiting, listeners } = exchange;
    let isProven = false;
    let cancel = clock.after(handshakeMs, () => socket.destroy());
    const handleClose = (): void => {
      cancel();
      for (const resolveCall of waiting.values()) resolveCall(ownerGone(note.pid));
      waiting.clear();
      resolve(undefined);
    };
    // An error is always followed by `close`, which rejects everything.
    socket.on("error", () => undefined);
    socket.on("close", handleClose);
    socket.on("connect", () => {
      if (note.version === version) writeJsonLine(socket, { nonce: caller });
      else {
        // Only after the handshake: an owner file whose address does not answer was left by a process that died.
        reject(versionMismatch(note, version));
        socket.destroy();
      }
    });
    const lines = readJsonLines(socket, ({ nonce, proof, ready, id, outcome, topic, payload }) => {
      if (!isProven) {
        const nonces = { caller, owner: String(nonce) };
        isProven = isProof(proof, createProof("owner", identity, nonces));
        if (!isProven) {
          socket.destroy();
          return;
        }
        lines.trust();
        cancel();
        cancel = clock.after(startingMs, () => onStarting(note.pid));
        writeJsonLine(socket, { proof: createProof("caller", identity, nonces) });
      } else if (ready === true) {
        cancel();
        resolve(createConnection(socket, note.pid, exchange));
      } else if (typeof id === "number") {
        waiting.get(id)?.(outcome as Outcome<unknown>);
        waiting.delete(id);
      } else if (typeof topic === "string") listeners.get(topic)?.forEach((listener) => listener(payload as never));
    });
  });
}

function createConnection(socket: Socket, pid: number, { waiting, listeners, out }: Exchange): OwnerConnection {
  let lastId = 0;
  return {
    pid,
    call: (address, input, signal) =>
      new Promise((resolve) => {
        if (socket.destroyed) {
          resolve(ownerGone(pid));
          return;
        }
        const id = ++lastId;
        const file = out?.();
        const request = JSON.stringify({ id, address, input, out: file && absolutePath(file) });
        if (Buffer.byteLength(request) > longestLine) {
          resolve(tooLarge());
          return;
        }
        const onAbort = (): void => writeJsonLine(socket, { abort: id });
        waiting.set(id, (outcome) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(outcome);
        });
        socket.write(`${request}\n`);
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      }),
    on: (topic, listener) => {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      writeJsonLine(socket, { topics: [...listeners.keys()] });
      return () => void own.delete(listener);
    },
    close: () => socket.destroy(),
  };
}

function versionMismatch(note: OwnerNote, version: string): AppError {
  const { pid, version: other } = note;
  const text =
    other === undefined
      ? codedText("older-version-running", { pid, version })
      : codedText("other-version-running", { other, pid, version });
  return new AppError("version-mismatch", text, { details: { pid } });
}

function tooLarge(): Outcome<never> {
  return { ok: false, failure: { code: "request-too-large", text: codedText("request-too-large") } };
}

function ownerGone(pid: number): Outcome<never> {
  return { ok: false, failure: { code: "owner-gone", text: codedText("owner-gone", { pid }) } };
}
