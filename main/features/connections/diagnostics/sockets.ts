/** Sockets of the connection test: opened, closed when the caller aborts, and their errors classified. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { type Socket, connect as connectTcp } from "node:net";
import { type TLSSocket, connect as connectTls } from "node:tls";
import { type Transport, createTrust, createTransport } from "../../../core/api/transport.ts";
import { abortedError } from "../../../core/wait.ts";
import { type Walk, type Facts, hostAndPort, baseOf } from "./step.ts";
import { formatBaseUrl } from "../../../core/api/base-url.ts";

export interface SocketFailure {
  readonly code: string;
  readonly message: CodedText;
}

/** The proxy's answer to CONNECT, if its status was not 2xx. */
export class TunnelRejected extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`proxy-status-${status}`);
    this.name = "TunnelRefused";
    this.status = status;
  }
}

/** An open TCP connection. Rejects with the system's error, or `aborted`. */
export function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return whenSocketReady(connectTcp({ host, port }), "connect", signal);
}

/** Waits for the event that says a socket is ready; rejects when it fails or the signal is aborted. */
export function whenSocketReady<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      socket.destroy();
      reject(abortedError());
    };
    const done = (): void => signal.removeEventListener("abort", onAbort);
    // This listener is never removed: an error after the event must not end the process.
    socket.on("error", (error) => {
      done();
      reject(error);
    });
    socket.once("close", () => {
      done();
      reject(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" }));
    });
    socket.once(event, () => {
      done();
      resolve(socket);
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** A connection to the proxy itself, encrypted if its address says so. */
export async function openProxy(proxyUrl: URL, walk: Walk, signal: AbortSignal): Promise<Socket> {
  const { host, port } = hostAndPort(proxyUrl);
  const socket = await openTcp(host, port, signal);
  if (proxyUrl.protocol !== "https:") return socket;
  const secureContext = createTrust(walk.log);
  const secure = connectTls({ socket, servername: host, secureContext, rejectUnauthorized: true });
  return await whenSocketReady<TLSSocket>(secure, "secureConnect", signal);
}

/** A tunnel through the proxy to `target`; rejects with `TunnelRejected` when the proxy does not open it. */
export async function openTunnel(proxyUrl: URL, target: URL, walk: Walk, signal: AbortSignal): Promise<Socket> {
  const socket = await openProxy(proxyUrl, walk, signal);
  const { host, port } = hostAndPort(target);
  const name = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const lines = [`CONNECT ${name} HTTP/1.1`, `Host: ${name}`];
  const { username, password } = proxyUrl;
  if (username !== "") {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(pair).toString("base64")}`);
  }
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const status = await readStatus(socket, signal);
  if (status >= 200 && status < 300) return socket;
  socket.destroy();
  throw new TunnelRejected(status);
}

function readStatus(socket: Socket, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = "";
    const end = (complete: () => void): void => {
      socket.off("data", onData);
      signal.removeEventListener("abort", onAbort);
      complete();
    };
    const onData = (chunk: Buffer): void => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n") && head.length < 16_384) return;
      socket.pause();
      end(() => resolve(Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)));
    };
    const onAbort = (): void => {
      socket.destroy();
      end(() => reject(abortedError()));
    };
    socket.on("data", onData);
    socket.once("close", () =>
      end(() => reject(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" }))),
    );
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Classifies the error of a socket that could not be opened; `place`: the other side, as host or as host and port. */
export function socketFailureOf(error: unknown, place: string): SocketFailure {
  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return { code: "connection-refused", message: codedText("test-connection-refused", { place }) };
    case "ENOTFOUND":
      return { code: "dns-failed", message: codedText("test-host-not-found", { place }) };
    case "EAI_AGAIN":
      return { code: "dns-unreachable", message: codedText("test-dns-no-response", { place }) };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ENETDOWN":
    case "EADDRNOTAVAIL":
      return { code: "network-unreachable", message: codedText("test-network-unreachable", { place }) };
    case "ETIMEDOUT":
      return {
        code: "connect-timeout",
        message: codedText("test-connect-timeout", { place }),
      };
    case "ECONNRESET":
    case "EPIPE":
      return {
        code: "connection-lost",
        message: codedText("test-connection-closed", { place }),
      };
    default:
      return {
        code: "connection-failed",
        message: codedText("test-connection-failed", { place, reason: code ?? codedText("cause-unknown") }),
      };
  }
}

/** The system's code of an error, or of the first of several attempts. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}

// The transport of the last steps: the same as for every other call, created for the test alone.

/** At most one endpoint: the cheapest request that needs a sign-in. */
export const probePath = "/api/v1/endpoint?per_page=1";

export async function withWire<T>(walk: Walk, facts: Facts, work: (wire: Transport) => Promise<T>): Promise<T> {
  const { clock, log, limitMs } = walk;
  const wire = createTransport({
    baseUrl: formatBaseUrl(baseOf(facts)),
    clock,
    log,
    proxy: { resolve: () => Promise.resolve(facts.proxyUrl?.href) },
    timeouts: { connectMs: limitMs, headersMs: limitMs, bodyMs: limitMs, totalMs: limitMs },
    connections: 1,
    maxBodyBytes: 2 ** 20,
  });
  try {
    return await work(wire);
  } finally {
    await wire.close();
  }
}
