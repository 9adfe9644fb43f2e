/**
 * One request and its result, read from undici's handler callbacks.
 *
 * Invariants:
 * - `started` is false only while undici has not begun to write: then certainly nothing left this computer.
 * - A request is written at most once; should undici ever begin a second time, it is aborted before a byte is written.
 * - `settle` is called exactly once.
 */
import type { Dispatcher } from "undici";

export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A response with status line and headers; `broken` says why its body is incomplete. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
  readonly broken?: unknown;
}

/** No response. `started` false: certainly nothing was written. */
export interface Lost {
  readonly kind: "lost";
  readonly started: boolean;
  readonly error: unknown;
}

export type Exchanged = Answer | Lost;

/** Why Fleetdesk ended an exchange. */
export class ExchangeError extends Error {
  readonly code: "aborted" | "offline" | "answer-too-large" | "answer-timeout" | "written-twice";

  constructor(code: ExchangeError["code"]) {
    super(code);
    this.name = "ExchangeError";
    this.code = code;
  }
}

/** No connection through a proxy. `code` and `message` are those of the cause. */
export class ProxyError extends Error {
  /** Host and port of the proxy. */
  readonly proxy: string;
  readonly code: string;
  /** The proxy answered 407: it did not forward the request. */
  readonly signIn: boolean;

  constructor(proxyUrl: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : "", { cause });
    this.name = "ProxyError";
    this.proxy = URL.canParse(proxyUrl) ? new URL(proxyUrl).host : "";
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : "UND_ERR_PRX_CONN";
    this.signIn = isProxySignIn(cause);
  }
}

/** undici hides a proxy's 407 behind errors of its own: one for tunnels, one for requests in absolute form; SOCKS has codes. */
export function isProxySignIn(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && /^UND_ERR_SOCKS5_AUTH_(?:REJECTED|FAILED)$/.test(String(error.code))) return true;
  return /^Proxy (?:response|Authentication Required) \(407\)/.test(error.message);
}

export interface ExchangeLimits {
  readonly maxBodyBytes: number;
  /** From the write of the request; a body that takes longer is aborted. */
  readonly totalMs: number;
  readonly monotonic: () => number;
}

const nothing = new Uint8Array(0);

export class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: Exchanged) => void;
  readonly #limits: ExchangeLimits;
  #controller: Dispatcher.DispatchController | undefined;
  #deadline = 0;
  #ended = false;
  #reason: ExchangeError | undefined;
  #status = 0;
  #headers: AnswerHeaders = {};
  #chunks: Buffer[] | undefined;
  #size = 0;

  constructor(limits: ExchangeLimits, onResult: (result: Exchanged) => void) {
    this.#limits = limits;
    this.#resolve = onResult;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Ends the exchange now, whatever its state. */
  abort(reason: ExchangeError): void {
    if (this.#ended) return;
    this.#reason ??= reason;
    if (this.#controller === undefined) this.#end({ kind: "lost", started: false, error: reason });
    else this.#controller.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      controller.abort(this.#reason ?? new ExchangeError("aborted"));
      return;
    }
    if (this.#controller !== undefined) {
      const twice = new ExchangeError("written-twice");
      controller.abort(twice);
      return;
    }
    this.#controller = controller;
    this.#deadline = this.#limits.monotonic() + this.#limits.totalMs;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limits.maxBodyBytes) {
      this.#chunks = undefined;
      controller.abort(new ExchangeError("answer-too-large"));
      return;
    }
    if (this.#limits.monotonic() > this.#deadline) {
      controller.abort(new ExchangeError("answer-timeout"));
      return;
    }
    (this.#chunks ??= []).push(chunk);
  }

  onResponseEnd(): void {
    this.#end({ kind: "answer", status: this.#status, headers: this.#headers, body: this.#body() });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: unknown): void {
    if (this.#status !== 0) {
      this.#end({ kind: "answer", status: this.#status, headers: this.#headers, body: this.#body(), broken: error });
      return;
    }
    this.#end({ kind: "lost", started: this.#controller !== undefined, error });
  }

  #body(): Uint8Array {
    const chunks = this.#chunks;
    if (chunks === undefined) return nothing;
    return chunks.length === 1 ? (chunks[0] ?? nothing) : Buffer.concat(chunks);
  }

  #end(result: Exchanged): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#resolve(result);
  }
}
