/**
 * How two processes of one user prove to each other that they know the key in `owner.json`, which is never sent over the connection:
 *
 * 1. The caller sends a nonce.
 * 2. The owner answers with its own nonce and its proof, an HMAC over both nonces under the key.
 * 3. The caller checks it, and sends its own proof.
 * 4. The owner checks it, and reports ready as soon as it has started.
 *
 * A process that took over the address of a dead owner can do neither. The proofs also include the side, the address and the data
 * directory: they cannot be reflected or relayed, and the owner of a directory does not answer for a copy of it.
 */
import { tryParseJson } from "#shared/try-parse-json.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";

export interface Identity {
  readonly key: string;
  readonly address: string;
  /** Its real path. */
  readonly dataDir: string;
}

export interface Nonces {
  readonly caller: string;
  readonly owner: string;
}

/** Time limit for the handshake. */
export const handshakeMs = 5000;

export function createNonce(): string {
  return randomBytes(32).toString("hex");
}

export function createProof(side: "caller" | "owner", { key, address, dataDir }: Identity, nonces: Nonces): string {
  const facts = JSON.stringify([side, address, dataDir, nonces.caller, nonces.owner]);
  return createHmac("sha256", key).update(facts).digest("hex");
}

export function isProof(proof: unknown, expected: string): boolean {
  if (typeof proof !== "string") return false;
  const [a, b] = [Buffer.from(proof), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// JSON documents over a byte stream, one per line.

/** Longest line in bytes before the peer is authenticated. */
const longestBefore = 64 * 1024;
/** Longest line afterwards: the contract allows texts of 50 million characters, which JSON and UTF-8 may expand several times. */
export const longestLine = 256 * 1024 * 1024;

interface LineReader {
  /** The peer is authenticated: its lines may be as long as the contract needs. */
  trust(): void;
}

export type Message = Readonly<Record<string, unknown>>;

/** Calls `onMessage` for each line; a line that is too long or not a JSON object closes the connection. Linear in the size of the input. */
export function readJsonLines(socket: Socket, onMessage: (message: Message) => void): LineReader {
  let longest = longestBefore;
  /** The chunks of an incomplete line. */
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  const end = (defect: string): void =>
    void socket.destroy(new Error(`A line on the control connection is ${defect}.`));
  const hold = (piece: Buffer): void => {
    chunks.push(piece);
    heldBytes += piece.length;
    if (heldBytes > longest) end("too long");
  };
  const takeLine = (): void => {
    const line = Buffer.concat(chunks).toString("utf8");
    chunks = [];
    heldBytes = 0;
    const message = parse(line);
    if (message === undefined) end("no JSON object");
    else onMessage(message);
  };
  socket.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0 && !socket.destroyed; at = chunk.indexOf(0x0a, from)) {
      hold(chunk.subarray(from, at));
      if (!socket.destroyed) takeLine();
      from = at + 1;
    }
    if (!socket.destroyed) hold(chunk.subarray(from));
  });
  return {
    trust: () => {
      longest = longestLine;
    },
  };
}

export function writeJsonLine(socket: Socket, document: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(document)}\n`);
}

/** Otherwise the caller closes the connection: the peer is not a Fleetdesk process. */
function parse(line: string): Message | undefined {
  const document = tryParseJson(line);
  return typeof document === "object" && document !== null ? (document as Message) : undefined;
}
