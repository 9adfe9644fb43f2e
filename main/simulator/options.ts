/** The options of a simulator, with their defaults. */
import type { SimulatorClock } from "./clock.ts";
import type { DateShape } from "./values.ts";
import type { FaultPlan } from "./faults.ts";

/** Which of the two forms, where specification and live service differ, the simulator accepts. Default: both of each. */
interface AcceptOptions {
  readonly separator?: "nbsp" | "space" | "both";
  readonly quotaPath?: "literal" | "prefixed" | "both";
  readonly filterNames?: "spec" | "live" | "both";
  readonly password?: "plain" | "sha1" | "both";
  readonly sourceAddress?: "number" | "text" | "both";
  readonly smsAutoRefill?: "number" | "boolean" | "both";
}

/** Deviations of real services; all off by default. */
export interface Oddities {
  /** Lists come without any `Link` header. */
  readonly noLinkHeader?: boolean;
  /** `Link:` is present and empty. */
  readonly emptyLink?: boolean;
  /** Header names of lists in lower case. */
  readonly lowerCaseHeaders?: boolean;
  /** X-Count, X-Page, X-Pages and X-Per-Page in addition to the specified names. */
  readonly twinHeaders?: boolean;
  /** No X-Total-Count and no X-Total-Pages. */
  readonly noTotals?: boolean;
  /** No paging header at all. */
  readonly noPagingHeaders?: boolean;
  /** Added to the true total (may be negative); the page count follows the false total, pages beyond the end repeat the last. */
  readonly lyingTotals?: number;
  /** `Link` announces a next page even on the last one, which is then repeated. */
  readonly endlessNext?: boolean;
  /** A page beyond the last one is empty instead of a repetition of the last. */
  readonly emptyBeyondLast?: boolean;
  /** Every page starts this many records later for each page before it: positive leaves gaps, negative repeats records. */
  readonly driftPerPage?: number;
  readonly perPageDefault?: number;
  readonly perPageMaximum?: number;
  /** `Location` of a created object. */
  readonly location?: "absolute" | "relative" | "none";
  /** Ids of collection records as text. */
  readonly textIds?: boolean;
  /** `sim: null` instead of no `sim` at all. */
  readonly simNull?: boolean;
  /** Event ids beyond 2^53. */
  readonly bigEventIds?: boolean;
  /** One shape for all dates, or all five in rotation. */
  readonly dates?: DateShape | "mixed";
  /** Status of a rejected cancellation. */
  readonly cancelRejectionStatus?: 404 | 409 | 422;
  /** Response of GET quota when none is set. */
  readonly noQuota?: "404" | "empty-object" | "null";
  /** Operations (names as in fault-plan.md) that this service does not offer. */
  readonly notOffered?: readonly string[];
  readonly notOfferedStatus?: 404 | 405;
}

/** Life of an SMS; rates are shares of 1. */
export interface SmsLife {
  /** From acceptance to BUFFERED. */
  readonly pendingMs?: number;
  /** Shortest and longest time in BUFFERED for a reachable device. */
  readonly bufferedMs?: readonly [number, number];
  readonly failedRate?: number;
  readonly expiredRate?: number;
  /** Share of devices that are asleep for 1 to 60 minutes first. */
  readonly asleepRate?: number;
  /** Share of commands with a reply. */
  readonly replyRate?: number;
}

export interface SimulatorOptions {
  /** Default 2,000. */
  readonly endpoints?: number;
  /** 0 (default): any free port. */
  readonly port?: number;
  /** An address of this computer; default 127.0.0.1. */
  readonly host?: "127.0.0.1" | "::1";
  readonly seed?: number;
  readonly faults?: FaultPlan;
  /** Default `real`. */
  readonly clock?: SimulatorClock | "real" | "stopped";
  readonly accept?: AcceptOptions;
  readonly tokenLifetimes?: { readonly authMs?: number; readonly refreshMs?: number };
  /** Characters added to every token, for keychains with small entries. */
  readonly tokenPadding?: number;
  readonly oddities?: Oddities;
  readonly smsLife?: SmsLife;
  /** Names, tags, states and profiles of a realistic fleet; default off, since tests rely on the plain fixtures. */
  readonly realistic?: boolean;
  /** A month of SMS and events before the start; default off. */
  readonly history?: boolean;
  /** Continuous activity: events, messages of devices, occasional changes of the fleet; default off. */
  readonly traffic?: boolean;
}

export interface Settings {
  readonly endpoints: number;
  readonly seed: number;
  readonly accept: Required<AcceptOptions>;
  readonly authMs: number;
  readonly refreshMs: number;
  readonly tokenPadding: number;
  readonly oddities: Oddities;
  readonly smsLife: Required<SmsLife>;
  readonly realistic: boolean;
  readonly history: boolean;
  readonly traffic: boolean;
}

const minuteMs = 60_000;
/** Ids of endpoints stay below those of SIMs. */
const mostEndpoints = 4_000_000;

/** The options with every default applied; throws an `Error` with a sentence for an invalid one. */
export function resolveOptions(options: SimulatorOptions): Settings {
  const endpoints = options.endpoints ?? 2000;
  if (!Number.isInteger(endpoints) || endpoints < 0 || endpoints > mostEndpoints) {
    throw new Error(`The number of endpoints must be a whole number from 0 to ${mostEndpoints}.`);
  }
  const seed = options.seed ?? 1;
  if (!Number.isInteger(seed) || seed < 0) throw new Error("The seed must be a whole number that is not negative.");
  return {
    endpoints,
    seed,
    accept: {
      separator: "both",
      quotaPath: "both",
      filterNames: "both",
      password: "both",
      sourceAddress: "both",
      smsAutoRefill: "both",
      ...options.accept,
    },
    authMs: options.tokenLifetimes?.authMs ?? 240 * minuteMs,
    refreshMs: options.tokenLifetimes?.refreshMs ?? 350 * minuteMs,
    tokenPadding: options.tokenPadding ?? 0,
    oddities: options.oddities ?? {},
    realistic: options.realistic ?? false,
    history: options.history ?? false,
    traffic: options.traffic ?? false,
    smsLife: {
      pendingMs: 1000,
      bufferedMs: [2000, 10_000],
      failedRate: 0.03,
      expiredRate: 0.03,
      asleepRate: 0.1,
      replyRate: 0.9,
      ...options.smsLife,
    },
  };
}
