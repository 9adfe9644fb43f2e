/** A service on a bare socket: a test sees the exact bytes of each request and responds with bytes of its choice. */
import { createServer, type AddressInfo, type Socket } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; values as latin1, one character per byte. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OddService {
  readonly baseUrl: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

/** `answer` gets each complete request, its number from 0, and the socket to write to, to close or to leave open. */
export async function startOddService(
  answer: (request: SeenRequest, socket: Socket, index: number) => void,
): Promise<OddService> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let buffer = "";
    socket.on("data", (chunk: Buffer) => {
      buffer += chunk.toString("latin1");
      for (let next = takeRequest(buffer); next !== undefined; next = takeRequest(buffer)) {
        buffer = next.rest;
        seen.push(next.request);
        answer(next.request, socket, seen.length - 1);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The bytes of a complete response; `content-length` is added unless `headers` contain it. */
export function httpAnswer(status: number, headers: Readonly<Record<string, string>> = {}, body = ""): string {
  const length = "content-length" in headers ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n${body}`;
}

export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  return httpAnswer(status, { "content-type": "application/json", ...headers }, JSON.stringify(body));
}

function takeRequest(buffer: string): { readonly request: SeenRequest; readonly rest: string } | undefined {
  const end = buffer.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = buffer.slice(0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trimStart()];
    }),
  );
  const length = Number(headers["content-length"] ?? 0);
  const bodyEnd = end + 4 + length;
  if (buffer.length < bodyEnd) return undefined;
  const body = Buffer.from(buffer.slice(end + 4, bodyEnd), "latin1").toString("utf8");
  return { request: { method, path, headers, body }, rest: buffer.slice(bodyEnd) };
}
