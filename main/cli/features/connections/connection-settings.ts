/** `--set key=value` of `connection create`. */
import { t } from "../../text.ts";
import type { ConnectionOptions } from "#shared/contract/connections/connections.ts";
import { badgeColourSchema } from "#shared/contract/connections/connections.ts";
import { normalizeSenderNumber, senderProblem } from "#shared/rules/sender-number.ts";
import { formatText } from "#shared/texts/text.ts";
import { badValue } from "../../usage-error.ts";

export type Settings = Partial<ConnectionOptions>;

const choices = {
  separator: ["nbsp", "space", "auto"],
  quotaPath: ["literal", "prefixed", "auto"],
  filterNames: ["spec", "live", "auto"],
  sourceAddress: ["number", "text", "auto"],
  smsAutoRefill: ["number", "boolean", "auto"],
  environment: ["test", "production"],
  colour: [...badgeColourSchema.options, "auto"],
  "read-only": ["yes", "no"],
} as const;

const names = ["reconcileAfterMs", "ceiling", "daily-budget", "default-sender", ...Object.keys(choices)].join(", ");

/** Parses one setting. Throws commander's error with the expected values. */
export function parseSettings(text: string): Settings {
  const at = text.indexOf("=");
  const key = text.slice(0, Math.max(at, 0)).trim();
  const value = text.slice(at + 1).trim();
  if (at < 1) throw badValue(t(($) => $.cli.connections.setting.format));
  if (key === "reconcileAfterMs") return { reconcileAfterMs: milliseconds(value) };
  if (key === "daily-budget") return { dailyBudget: dailyBudget(value) };
  if (key === "default-sender") return { defaultSender: defaultSender(value) };
  if (key === "ceiling") return { ceiling: ceiling(value) };
  if (!Object.hasOwn(choices, key)) throw badValue(t(($) => $.cli.connections.setting.unknown, { key, names }));
  const allowed: readonly string[] = choices[key as keyof typeof choices];
  if (!allowed.includes(value))
    throw badValue(t(($) => $.cli.connections.setting.oneOf, { key, values: allowed.join(", ") }));
  return key === "read-only" ? { readOnly: value === "yes" } : { [key]: value };
}

function milliseconds(value: string): number {
  if (/^\d{1,12}$/.test(value)) return Number(value);
  throw badValue(t(($) => $.cli.connections.setting.grace));
}

function dailyBudget(value: string): ConnectionOptions["dailyBudget"] {
  if (value === "none") return "none";
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw badValue(t(($) => $.cli.connections.setting.dailyBudget));
}

function defaultSender(value: string): ConnectionOptions["defaultSender"] {
  if (value === "none") return "none";
  const problem = senderProblem(value);
  if (problem !== undefined) throw badValue(formatText(problem));
  return normalizeSenderNumber(value);
}

function ceiling(value: string): ConnectionOptions["ceiling"] {
  if (value === "none") return "none";
  const [, requests = "", seconds = ""] = /^(\d{1,9})\/(\d{1,6}(?:\.\d+)?)$/.exec(value) ?? [];
  if (Number(requests) < 1 || !(Number(seconds) > 0)) {
    throw badValue(t(($) => $.cli.connections.setting.ceiling));
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}
