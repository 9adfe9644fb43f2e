/** Records as they may be kept and shown: the live service knows streams with passwords in them (field-facts section 12). Pure. */
import type { JsonRecord } from "#contract/kit.ts";
import { isRecord } from "../../api/json.ts";

const mask = "•••";

/** Secret fields and passwords inside URLs are blotted out, at any depth. */
export function withoutSecrets(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecretName(name) && holds(value) ? mask : cleaned(value)]),
  );
}

/** `https://user:password@host` without the password. */
export function withoutPassword(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s/?#:@]*):[^\s/?#]*@/gi, `$1:${mask}@`);
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return withoutPassword(value);
  if (Array.isArray(value)) return value.map(cleaned);
  return isRecord(value) ? withoutSecrets(value) : value;
}

function isSecretName(name: string): boolean {
  return /password|secret|token|credential|private_?key|api_?key/i.test(name);
}

function holds(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
