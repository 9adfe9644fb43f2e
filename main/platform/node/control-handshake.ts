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
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

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
