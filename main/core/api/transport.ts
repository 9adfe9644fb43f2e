/** The HTTP transport of one connection: undici clients, one request at a time per socket, nothing retried. */
import { codedText } from "#shared/texts/coded-text.ts";
import { type Dispatcher, buildConnector, Client, Pool, ProxyAgent } from "undici";
import { type SecureContext, createSecureContext, getCACertificates } from "node:tls";
import { AppError } from "#shared/failure.ts";
import type { Clock, Log, ProxyResolver } from "../hosts.ts";
import { type BaseUrl, parseBaseUrl } from "./base-url.ts";
import { headerText, isHtmlPage } from "./errors.ts";
import {
  type Answer,
  type AnswerHeaders,
  type ExchangeLimits,
  type Exchanged,
  ExchangeError,
  ExchangeHandler,
  ProxyError,
  isProxySignIn,
} from "./exchange.ts";
import { wireExchange } from "./wire-log.ts";
import { createFifo } from "./rate-budget.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Milliseconds; `total` bounds a response that trickles. */
export interface Timeouts {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly totalMs: number;
}

const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 180_000 };

export interface TransportSettings {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked before each request, since the network may change; without it every connection is direct. */
  readonly proxy?: ProxyResolver;
  readonly timeouts?: Partial<Timeouts>;
  /** Maximum number of sockets; default 256. */
  readonly connections?: number;
  /** Maximum size of one response body in bytes; default 64 MiB. */
  readonly maxBodyBytes?: number;
}

export interface WireRequest {
  readonly method: Method;
  /** Path and query below the base address, percent-encoded. */
  readonly path: string;
  /** Names and values alternating; one code unit of a value is one byte on the wire (latin1). */
  readonly headers: string[];
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds; raises the limits of headers, body and the whole response where they are lower. */
  readonly longestMs?: number;
  /** Called just before the request is written; when it rejects, nothing is written. */
  readonly beforeWrite?: () => Promise<void> | undefined;
}

export interface Transport {
  readonly baseUrl: BaseUrl;
  /** Writes one request once and returns the outcome; never throws, never retries. */
  exchange(request: WireRequest): Promise<Exchanged>;
  /** Service clock minus local clock in milliseconds (± 1 s), from `Date` headers; undefined until one was received. */
  clockOffsetMs(): number | undefined;
  /** Epoch milliseconds on the service's clock, as far as it is calibrated. */
  serviceNow(): number;
  /** Ends all sockets; requests in flight end as lost. */
  close(): Promise<void>;
}

export function createTransport(settings: TransportSettings): Transport {
  const baseUrl = parseBaseUrl(settings.baseUrl);
  const timeouts: Timeouts = { ...defaultTimeouts, ...settings.timeouts };
  const routes = createRoutes((proxyUrl) => createSockets(baseUrl, settings, timeouts, proxyUrl));
  const serviceClock = createServiceClock(settings.clock);
  const aborts = createAbortListeners();
  const maxBodyBytes = settings.maxBodyBytes ?? 64 * 2 ** 20;
  const monotonic = (): number => settings.clock.monotonic();
  return {
    baseUrl,
    clockOffsetMs: () => serviceClock.offsetMs(),
    serviceNow: () => settings.clock.now() + (serviceClock.offsetMs() ?? 0),
    close: () => routes.destroy(),
    exchange: (request) =>
      new Promise((resolve) => {
        const applied = raised(timeouts, request.longestMs);
        const limits: Limits = { maxBodyBytes, totalMs: applied.totalMs, monotonic, timeouts: applied };
        const startedMs = monotonic();
        const end = (result: Exchanged): void => {
          if (result.kind === "answer" && hasServiceDate(result)) serviceClock.observe(result.headers);
          settings.log.wire?.(wireExchange(request, baseUrl.prefix, result, monotonic() - startedMs));
          resolve(result);
        };
        const { proxy } = settings;
        if (proxy === undefined) {
          exchange(routes.to(undefined), aborts, baseUrl, request, limits, end);
          return;
        }
        proxy
          .resolve(settings.baseUrl)
          .then((url) => ({ url, sockets: routes.to(url) }))
          .then(
            ({ url, sockets }) =>
              exchange(sockets, aborts, baseUrl, request, limits, (result) => {
                if (url !== undefined && result.kind === "lost" && isProxySignIn(result.error)) proxy.rejected?.(url);
                end(nameProxy(result, url));
              }),
            (error: unknown) => end({ kind: "lost", started: false, error }),
          );
      }),
  };
}

/** Errors and pages may come from a gateway with a clock of its own, and a cache returns the date of an earlier response. */
function hasServiceDate(answer: Answer): boolean {
  return answer.status < 300 && !isHtmlPage(answer) && !(Number(headerText(answer.headers, "age")) > 0);
}

/** Without a connection, the error is about the proxy, not about the service. */
function nameProxy(result: Exchanged, proxyUrl: string | undefined): Exchanged {
  if (proxyUrl === undefined || result.kind === "answer" || result.error instanceof ExchangeError) return result;
  if (result.started && !isProxySignIn(result.error)) return result;
  return { ...result, error: new ProxyError(proxyUrl, result.error) };
}

interface Routes {
  /** The sockets of a route; undefined for a direct connection. Throws `invalid-proxy`. */
  to(proxyUrl: string | undefined): SocketPool;
  destroy(): Promise<void>;
}

/** One pool for each route: after a change, requests in flight end over the former one, whose idle sockets then time out. */
function createRoutes(make: (proxyUrl: string | undefined) => SocketPool): Routes {
  const pools = new Map<string | undefined, SocketPool>();
  let ended = false;
  return {
    to: (proxyUrl) => {
      const existing = pools.get(proxyUrl);
      if (existing !== undefined) return existing;
      const pool = make(proxyUrl);
      pools.set(proxyUrl, pool);
      if (ended) void pool.destroy();
      return pool;
    },
    destroy: async () => {
      ended = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

interface Limits extends ExchangeLimits {
  readonly timeouts: Timeouts;
}

function raised({ connectMs, headersMs, bodyMs, totalMs }: Timeouts, longestMs = 0): Timeouts {
  return {
    connectMs,
    headersMs: Math.max(headersMs, longestMs),
    bodyMs: Math.max(bodyMs, longestMs),
    totalMs: Math.max(totalMs, longestMs),
  };
}

function exchange(
  sockets: SocketPool,
  aborts: AbortListeners,
  baseUrl: BaseUrl,
  request: WireRequest,
  limits: Limits,
  onResult: (result: Exchanged) => void,
): void {
  const { signal } = request;
  let leased: Dispatcher | undefined;
  const onAbort = (): void => handler.abort(new ExchangeError("aborted"));
  const handler = new ExchangeHandler(limits, (result) => {
    if (signal !== undefined) aborts.unlisten(signal, onAbort);
    if (leased !== undefined) sockets.release(leased);
    onResult(result);
  });
  if (signal?.aborted === true) {
    onAbort();
    return;
  }
  if (signal !== undefined) aborts.listen(signal, onAbort);
  sockets.lease((dispatcher) => {
    if (handler.ended) {
      sockets.release(dispatcher);
      return;
    }
    leased = dispatcher;
    const write = (): void => {
      if (!handler.ended) dispatch(dispatcher, baseUrl, request, limits.timeouts, handler);
    };
    const ready = request.beforeWrite?.();
    if (ready === undefined) write();
    else ready.then(write, onAbort);
  });
}

function dispatch(
  dispatcher: Dispatcher,
  baseUrl: BaseUrl,
  request: WireRequest,
  { headersMs: headersTimeout, bodyMs: bodyTimeout }: Timeouts,
  handler: ExchangeHandler,
): void {
  const { method, headers, body = null } = request;
  const path = baseUrl.prefix + request.path;
  try {
    dispatcher.dispatch({ origin: baseUrl.origin, path, method, headers, body, headersTimeout, bodyTimeout }, handler);
  } catch (error) {
    handler.onResponseError(undefined, error);
  }
}

function createSockets(
  baseUrl: BaseUrl,
  settings: TransportSettings,
  timeouts: Timeouts,
  proxyUrl: string | undefined,
): SocketPool {
  const needsTrust = baseUrl.secure || proxyUrl?.startsWith("https:") === true;
  // Explicit: otherwise an environment variable could disable the check.
  const tls = { rejectUnauthorized: true, secureContext: needsTrust ? createTrust(settings.log) : undefined };
  const connect = { ...tls, timeout: timeouts.connectMs, allowH2: false };
  const options = {
    pipelining: 1,
    // One request per socket makes "was it written?" decidable; with HTTP/2 a broken session would leave many outcomes unknown.
    allowH2: false,
    connectTimeout: timeouts.connectMs,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    // Short, because a write on a socket that the server is closing leaves the outcome of the request unknown.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
  };
  const limit = settings.connections ?? 256;
  if (proxyUrl !== undefined) {
    return createSharedSocket(createProxy(proxyUrl, { ...options, connect, connections: limit }, tls));
  }
  // One connector for all, so that TLS sessions are resumed across sockets.
  const connector = buildConnector(connect);
  return createSocketPool(() => new Client(baseUrl.origin, { ...options, connect: connector }), limit);
}

function createProxy(
  uri: string,
  options: Pool.Options,
  tls: { readonly rejectUnauthorized: boolean; readonly secureContext?: SecureContext },
): Dispatcher {
  if (!URL.canParse(uri)) throw new AppError("invalid-proxy", codedText("proxy-url-invalid"));
  try {
    return new ProxyAgent({
      ...options,
      uri,
      // Opening a tunnel is a part of connecting; undici would wait five minutes for a proxy that does not answer.
      clientFactory: (origin, client) => new Pool(origin, { ...client, headersTimeout: options.connectTimeout }),
      requestTls: { ...tls },
      // With options for TLS, undici would open TLS to a SOCKS proxy, which speaks SOCKS only.
      proxyTls: new URL(uri).protocol.startsWith("socks") ? undefined : { ...tls },
      ...signInOf(new URL(uri)),
    });
  } catch (cause) {
    throw new AppError("invalid-proxy", codedText("proxy-unusable"), { cause });
  }
}

/** For SOCKS: undici would send the percent-encoded texts of the address. */
function signInOf({ username, password }: URL): { readonly username: string; readonly password: string } {
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

interface ServiceClock {
  observe(headers: AnswerHeaders): void;
  offsetMs(): number | undefined;
}

/** Wall clock and monotonic clock may drift apart by so much before the wall clock counts as having been set. */
const clockSetMs = 2_000;

/**
 * The calibration holds only as long as the local clock runs evenly: after the wall clock was set (or the
 * computer slept) it is discarded until the next response. A date compared across such a jump would prove the wrong thing.
 */
function createServiceClock(clock: Clock): ServiceClock {
  let lastText: string | undefined;
  let calibration: { readonly offset: number; readonly wall: number; readonly monotonic: number } | undefined;
  return {
    offsetMs: () => {
      if (calibration === undefined) return undefined;
      const drift = clock.now() - calibration.wall - (clock.monotonic() - calibration.monotonic);
      if (Math.abs(drift) <= clockSetMs) return calibration.offset;
      calibration = undefined;
      lastText = undefined;
      return undefined;
    },
    observe: (headers) => {
      const text = headers["date"];
      if (typeof text !== "string" || text === lastText) return;
      lastText = text;
      const served = Date.parse(text);
      if (Number.isNaN(served)) return;
      const wall = clock.now();
      // The header drops the fraction of a second; half a second is the best estimate.
      calibration = { offset: served + 500 - wall, wall, monotonic: clock.monotonic() };
    },
  };
}

interface AbortListeners {
  /** Calls `run` once when `signal` is aborted, unless the returned function removed it before. */
  listen(signal: AbortSignal, run: () => void): void;
  unlisten(signal: AbortSignal, run: () => void): void;
}

/**
 * One listener per signal for any number of requests: a campaign's signal is shared by thousands of requests, and
 * `addEventListener` scans the whole listener list on each call.
 */
export function createAbortListeners(): AbortListeners {
  const listening = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    listen(signal, run) {
      let runs = listening.get(signal);
      if (runs === undefined) {
        const callbacks = new Set<() => void>();
        runs = callbacks;
        listening.set(signal, callbacks);
        signal.addEventListener("abort", () => callbacks.forEach((one) => one()), { once: true });
      }
      runs.add(run);
    },
    unlisten(signal, run) {
      listening.get(signal)?.delete(run);
    },
  };
}

// The sockets of one connection, one request on each at a time, the last used first.
// undici's own pool notices that a socket is free a moment after it has delivered the response, and by then has opened another:
// it ends up with twice as many sockets as requests, which cost a tenth of the rate. Leasing whole clients keeps both equal.
// Invariants: a leased dispatcher carries one request until the pool is destroyed; a job starts only with a dispatcher;
// waiting jobs start in order; nothing is created after `destroy`.

export interface SocketPool {
  /** Runs `job` with a dispatcher as soon as one is free; the job returns it with `release`, once. */
  lease(job: (dispatcher: Dispatcher) => void): void;
  release(dispatcher: Dispatcher): void;
  /** Ends all sockets. Waiting and later jobs get a destroyed dispatcher, which ends them as not started. */
  destroy(): Promise<void>;
}

/** Creates dispatchers of one socket each on demand, `limit` at most. */
export function createSocketPool(make: () => Dispatcher, limit: number): SocketPool {
  const all: Dispatcher[] = [];
  const free: Dispatcher[] = [];
  const waiting = createFifo<(dispatcher: Dispatcher) => void>();
  let serving = false;
  let ended: Dispatcher | undefined;
  return {
    lease: (job) => {
      if (ended !== undefined) {
        job(ended);
        return;
      }
      let dispatcher = free.pop();
      if (dispatcher === undefined && all.length < limit) {
        dispatcher = make();
        all.push(dispatcher);
      }
      if (dispatcher === undefined) waiting.push(job);
      else job(dispatcher);
    },
    release: (dispatcher) => {
      free.push(dispatcher);
      // A job may end at once and release in turn: served in a loop, so that thousands of them need no stack.
      if (serving) return;
      serving = true;
      while (free.length > 0 && waiting.length > 0) {
        const next = free.pop();
        if (next !== undefined) waiting.shift()?.(next);
      }
      serving = false;
    },
    destroy: async () => {
      if (all.length === 0) all.push(make());
      ended = all[0];
      await Promise.all(all.map((one) => one.destroy(null)));
    },
  };
}

/** One dispatcher for all requests, where it manages sockets itself (a proxy). */
function createSharedSocket(dispatcher: Dispatcher): SocketPool {
  return {
    lease: (job) => job(dispatcher),
    release: () => undefined,
    destroy: () => dispatcher.destroy(null),
  };
}

// The trusted certificates: the roots included in Node, the operating system's store (with those of company proxies), and on the command line
// NODE_EXTRA_CA_CERTS. The packaged app runs without Node's options, so Electron does not read that file.

/** One context for all sockets of a connection: parsing the roots for each socket would cost milliseconds. */
export function createTrust(log: Log): SecureContext {
  const roots = new Set(getCACertificates("default"));
  try {
    for (const root of getCACertificates("system")) roots.add(root);
  } catch (cause) {
    log.warn("tls.system-roots-unreadable", { reason: String(cause) });
  }
  return createSecureContext({ ca: [...roots] });
}
