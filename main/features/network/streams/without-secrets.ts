/**
 * Masks secrets before records are stored or shown: records of the live service may contain passwords
 * (docs/service-facts.md#data-stream). Pure.
 */
import type { JsonRecord } from "#shared/contract/kit.ts";
import { isRecord } from "../../../core/api/json.ts";

const mask = "•••";

/** Masks secret fields and passwords inside URLs, at any depth. */
export function withoutSecrets(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecretName(name) && holds(value) ? mask : cleaned(value)]),
  );
}

/** Masks the password in `https://user:password@host`. */
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
