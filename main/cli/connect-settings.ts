/** `--set key=value` of `connect`. */
import type { ConnectionOptions } from "#contract/connections.ts";
import { badValue } from "./usage-error.ts";

export type Settings = Partial<ConnectionOptions>;

const choices = {
  separator: ["nbsp", "space", "auto"],
  quotaPath: ["literal", "prefixed", "auto"],
  filterNames: ["spec", "live", "auto"],
  sourceAddress: ["number", "text", "auto"],
  smsAutoRefill: ["number", "boolean", "auto"],
} as const;

const names = ["reconcileAfterMs", "ceiling", "daily-budget", ...Object.keys(choices)].join(", ");

/** One setting. Throws commander's error with a sentence that says what was expected. */
export function parseSettings(text: string): Settings {
  const at = text.indexOf("=");
  const key = text.slice(0, Math.max(at, 0)).trim();
  const value = text.slice(at + 1).trim();
  if (at < 1) throw badValue("A setting is written as key=value.");
  if (key === "reconcileAfterMs") return { reconcileAfterMs: milliseconds(value) };
  if (key === "daily-budget") return { dailyBudget: dailyBudget(value) };
  if (key === "ceiling") return { ceiling: ceiling(value) };
  if (!Object.hasOwn(choices, key)) throw badValue(`There is no setting "${key}"; the settings are ${names}.`);
  const allowed: readonly string[] = choices[key as keyof typeof choices];
  if (!allowed.includes(value)) throw badValue(`The setting "${key}" is one of ${allowed.join(", ")}.`);
  return { [key]: value };
}

function milliseconds(value: string): number {
  if (/^\d{1,12}$/.test(value)) return Number(value);
  throw badValue('The setting "reconcileAfterMs" is a whole number of milliseconds, for example 60000.');
}

function dailyBudget(value: string): ConnectionOptions["dailyBudget"] {
  if (value === "none") return "none";
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw badValue('The setting "daily-budget" is a whole number of SMS a day, for example 5000, or none.');
}

function ceiling(value: string): ConnectionOptions["ceiling"] {
  if (value === "none") return "none";
  const [, requests = "", seconds = ""] = /^(\d{1,9})\/(\d{1,6}(?:\.\d+)?)$/.exec(value) ?? [];
  if (Number(requests) < 1 || !(Number(seconds) > 0)) {
    throw badValue('The setting "ceiling" is requests/seconds, for example 2000/300, or none.');
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}
