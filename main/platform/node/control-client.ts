/** The client side of the control socket: calls from another process to the owner of the data directory. */
import { codedText } from "#shared/texts/coded-text.ts";
import { realpathSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
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
  close(): void;
}

export interface ConnectOptions {
  readonly clock: Clock;
  readonly version: string;
  /** The owner is still starting, which may take minutes: this process waits for it. */
  readonly onStarting: (pid: number) => void;
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
  { clock, version, onStarting }: ConnectOptions,
): Promise<OwnerConnection | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(note.address);
    const identity = { key: note.key, address: note.address, dataDir };
    const caller = createNonce();
    const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
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
    const lines = readJsonLines(socket, ({ nonce, proof, ready, id, outcome }) => {
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
        resolve(createConnection(socket, note.pid, waiting));
      } else if (typeof id === "number") {
        waiting.get(id)?.(outcome as Outcome<unknown>);
        waiting.delete(id);
      }
    });
  });
}

function createConnection(
  socket: Socket,
  pid: number,
  waiting: Map<number, (outcome: Outcome<unknown>) => void>,
): OwnerConnection {
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
        const request = JSON.stringify({ id, address, input });
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
