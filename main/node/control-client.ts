/** The other end of the control socket: a process that does not own the data directory speaks to the one that does. */
import { realpathSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Outcome } from "#contract/kit.ts";
import type { Clock } from "../hosts.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";
import { readOwner, type OwnerNote } from "./owner-file.ts";

export interface OwnerConnection {
  readonly pid: number;
  /** Answers like the owner's router; `owner-gone` when the owner ends before it has answered. */
  readonly call: (address: string, input: unknown, signal?: AbortSignal) => Promise<Outcome<unknown>>;
  close(): void;
}

const handshakeMs = 2000;

/** Connects to the owner named in the directory; undefined when there is no note, or nobody of ours answers there. */
export async function connectToOwner(dataDir: string, clock: Clock): Promise<OwnerConnection | undefined> {
  const note = readOwner(dataDir);
  return note === undefined ? undefined : await shakeHands(note, realpathSync(dataDir), clock);
}

function shakeHands(note: OwnerNote, dataDir: string, clock: Clock): Promise<OwnerConnection | undefined> {
  return new Promise((resolve) => {
    const socket = connect(note.address);
    const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
    const giveUp = clock.after(handshakeMs, () => socket.destroy());
    const gone = (): void => {
      giveUp();
      for (const settle of waiting.values()) settle(ownerGone(note.pid));
      waiting.clear();
      resolve(undefined);
    };
    // An error is always followed by `close`, which settles everything.
    socket.on("error", () => undefined);
    socket.on("close", gone);
    socket.on("connect", () => writeJsonLine(socket, { key: note.key, dataDir }));
    readJsonLines(socket, (document) => {
      const message = document as { ready?: true; id?: number; outcome?: Outcome<unknown> };
      if (message.ready === true) {
        giveUp();
        resolve(createConnection(socket, note.pid, waiting));
      } else if (message.id !== undefined && message.outcome !== undefined) {
        waiting.get(message.id)?.(message.outcome);
        waiting.delete(message.id);
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
        const onAbort = (): void => writeJsonLine(socket, { abort: id });
        waiting.set(id, (outcome) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(outcome);
        });
        writeJsonLine(socket, { id, address, input });
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
      }),
    close: () => socket.destroy(),
  };
}

function ownerGone(pid: number): Outcome<never> {
  const message = `The Fleetdesk process ${pid} that owns the data directory ended before it answered.`;
  return { ok: false, failure: { code: "owner-gone", message } };
}
