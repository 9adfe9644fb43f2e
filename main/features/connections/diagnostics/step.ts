/** Types and helpers shared by the steps of the connection test. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Answer } from "../../../core/api/exchange.ts";
import type { Hop, HopResult } from "#shared/contract/diagnostics.ts";
import type { BaseUrl } from "../../../core/api/base-url.ts";
import type { About, Clock, Connectivity, Log, ProxyResolver } from "../../../core/hosts.ts";

/** The result of a step; the runner adds its name and duration. */
export type Finding = Omit<HopResult, "hop" | "tookMs">;

/** Results of earlier steps that later ones need. */
export interface Facts {
  readonly base?: BaseUrl;
  /** Undefined: no proxy. */
  readonly proxyUrl?: URL;
  readonly authToken?: string;
  readonly clockOffsetMs?: number;
  /** The latest answer to the authenticated request for a list. */
  readonly firstAnswer?: Answer;
}

export interface StepResult {
  readonly finding: Finding;
  readonly facts?: Facts;
}

/** How the test signs in. */
export interface TestSignIns {
  /** One call with the entered secret; nothing is stored. Undefined: no secret was entered. */
  readonly withSecret: ((baseUrl: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** The secret may be sent over plain HTTP to another computer. */
  readonly allowUnencrypted: boolean;
  /** Signing in by user name ends the user's other sessions. */
  readonly endsOthers: boolean;
  /** The session of the selected connection. Undefined: none was selected. */
  readonly ofConnection:
    | {
        readonly name: string;
        readonly baseUrl: string;
        readonly token: (signal: AbortSignal) => Promise<string>;
      }
    | undefined;
}

export interface ConnectionTestContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  readonly connectivity: Connectivity;
  readonly about: Pick<About, "certificates">;
  /** Time limit for one step, in milliseconds. */
  readonly limitMs: number;
}

export interface Walk extends ConnectionTestContext {
  readonly address: string;
  readonly signIns: TestSignIns;
}

export interface Step {
  readonly hop: Hop;
  /** `signal` is aborted when the caller aborts or the step's time limit has passed. */
  run(walk: Walk, facts: Facts, signal: AbortSignal): Promise<StepResult>;
}

export function ok(message: CodedText, facts?: Facts): StepResult {
  return { finding: { result: "ok", message }, facts };
}

export function warning(code: string, message: CodedText, facts?: Facts): StepResult {
  return { finding: { result: "warning", code, message }, facts };
}

export function failed(code: string, message: CodedText): StepResult {
  return { finding: { result: "failed", code, message } };
}

export function skipped(message: CodedText): StepResult {
  return { finding: { result: "skipped", message } };
}

/** Host and port of an address, with the default port written out; never its credentials. */
export function hostAndPort(url: URL): { readonly host: string; readonly port: number } {
  const standard = url.protocol === "https:" ? 443 : url.protocol.startsWith("socks") ? 1080 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? standard : Number(url.port) };
}

/** The base address; only the first step runs without one. */
export function baseOf({ base }: Facts): BaseUrl {
  if (base === undefined) throw new Error("A step of the connection test ran before the address was read.");
  return base;
}
