/** What the steps of the connection test are made of. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { Answer } from "../../api/exchange.ts";
import type { Hop, HopResult } from "#contract/diagnostics.ts";
import type { BaseUrl } from "../../api/base-url.ts";
import type { Clock, Connectivity, Log, ProxyResolver } from "../../hosts.ts";

/** What a step found; the runner adds its name and how long it took. */
export type Finding = Omit<HopResult, "hop" | "tookMs">;

/** What earlier steps have learned. */
export interface Facts {
  readonly base?: BaseUrl;
  /** Undefined: directly. */
  readonly proxyUrl?: URL | undefined;
  readonly authToken?: string;
  /** The last answer to the signed-in read of a list. */
  readonly firstAnswer?: Answer;
}

export interface StepResult {
  readonly finding: Finding;
  readonly facts?: Facts;
}

/** Who signs in for the test. */
export interface TestSignIns {
  /** One call with the secret that was given; nothing is kept. Undefined: no secret was given. */
  readonly withSecret: ((baseUrl: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** The secret may be sent over plain http to another computer. */
  readonly allowUnencrypted: boolean;
  /** Signing in by user name ends the other sessions of that user. */
  readonly endsOthers: boolean;
  /** The session of the connection that was named. Undefined: none was. */
  readonly ofConnection:
    | {
        readonly name: string;
        readonly baseUrl: string;
        readonly token: (signal: AbortSignal) => Promise<string>;
      }
    | undefined;
}

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly proxy: ProxyResolver;
  readonly connectivity: Connectivity;
  /** Milliseconds for one step. */
  readonly limitMs: number;
}

export interface Walk extends Surroundings {
  readonly address: string;
  readonly signIns: TestSignIns;
}

export interface Step {
  readonly hop: Hop;
  /** Aborted when the caller has gone, and when the step has had its time. */
  run(walk: Walk, facts: Facts, signal: AbortSignal): Promise<StepResult>;
}

export function ok(message: CodedText, facts?: Facts): StepResult {
  return { finding: { result: "ok", message }, ...(facts === undefined ? {} : { facts }) };
}

export function warning(code: string, message: CodedText, facts?: Facts): StepResult {
  return { finding: { result: "warning", code, message }, ...(facts === undefined ? {} : { facts }) };
}

export function failed(code: string, message: CodedText): StepResult {
  return { finding: { result: "failed", code, message } };
}

export function skipped(message: CodedText): StepResult {
  return { finding: { result: "skipped", message } };
}

/** The host and port of an address, the port written out; never the credentials in it. */
export function hostAndPort(url: URL): { readonly host: string; readonly port: number } {
  const standard = url.protocol === "https:" ? 443 : url.protocol.startsWith("socks") ? 1080 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? standard : Number(url.port) };
}

/** The base address; only the first step runs without one. */
export function baseOf({ base }: Facts): BaseUrl {
  if (base === undefined) throw new Error("A step of the connection test ran before the address was read.");
  return base;
}
