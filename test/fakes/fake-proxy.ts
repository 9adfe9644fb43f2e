/** A real HTTP proxy on this computer: tunnels, requests in absolute form, and what a company's proxy does with them. */
import { createServer, request as forward, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface FakeProxyOptions {
  /** Default: 127.0.0.1. */
  readonly host?: "127.0.0.1" | "::1";
  /** "user:password" that it requires. */
  readonly signIn?: string;
  /** It accepts connections and never answers. */
  readonly silent?: boolean;
  /** The port on this computer that stands for every target. */
  readonly targetPort?: number;
}

export interface FakeProxy extends AsyncDisposable {
  /** Without a user name. */
  readonly url: string;
  /** "CONNECT service.example:443", "GET http://service.example/api/v1/dns"; rejected ones included. */
  readonly seen: readonly string[];
}

export async function startFakeProxy(options: FakeProxyOptions = {}): Promise<FakeProxy> {
  const { host = "127.0.0.1", signIn, silent = false, targetPort } = options;
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const expected = signIn === undefined ? undefined : `Basic ${Buffer.from(signIn).toString("base64")}`;
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    expected === undefined || headers["proxy-authorization"] === expected;
  const challenge = { "proxy-authenticate": 'Basic realm="proxy"', "content-length": "0" };
  const server = createServer((incoming, outgoing) => {
    const { method = "", url = "" } = incoming;
    seen.push(`${method} ${url}`);
    if (silent) return;
    if (!isAllowed(incoming)) {
      incoming.resume();
      outgoing.writeHead(407, challenge).end();
      return;
    }
    const { hostname, port, pathname, search } = new URL(url);
    const { "proxy-authorization": _own, ...headers } = incoming.headers;
    const target = { hostname: targetPort === undefined ? hostname.replace(/^\[|\]$/g, "") : host };
    const onward = forward(
      { ...target, port: targetPort ?? port, path: pathname + search, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on("connect", (incoming: IncomingMessage, socket: Duplex) => {
    const { url = "" } = incoming;
    seen.push(`CONNECT ${url}`);
    socket.on("error", () => undefined);
    if (silent) return;
    if (!isAllowed(incoming)) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="proxy"\r\ncontent-length: 0\r\n\r\n',
      );
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const target = targetPort === undefined ? hostname.replace(/^\[|\]$/g, "") : host;
    const onward = connect({ host: target, port: targetPort ?? Number(port) }, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host === "::1" ? "[::1]" : host}:${port}`,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
