/** Derives a key from a passphrase, and encrypts texts with it. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

/** Parameters of scrypt (RFC 7914); memory is 128 · N · r bytes. */
export interface KeyCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const ivLength = 12;
const tagLength = 16;

/** 32 bytes; the passphrase is normalised (NFKC), so that the same letters from another keyboard unlock the file too. */
export function deriveKey(passphrase: string, salt: string, { N, r, p }: KeyCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(passphrase.normalize("NFKC"), Buffer.from(salt, "base64"), 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** AES-256-GCM, bound to `salt` and `name`; base64 of iv, tag and text. */
export function encrypt(key: Buffer, text: string, salt: string, name: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagLength });
  cipher.setAAD(binding(salt, name));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** Undefined when the key, the name or any bit differs from the encryption. */
export function open(key: Buffer, encrypted: string, salt: string, name: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64");
  if (bytes.length < ivLength + tagLength) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
  decipher.setAAD(binding(salt, name));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString("utf8");
  } catch {
    // The tag does not match.
    return undefined;
  }
}

function binding(salt: string, name: string): Buffer {
  return Buffer.from(`fleetdesk-keychain 1\n${salt}\n${name}`, "utf8");
}
