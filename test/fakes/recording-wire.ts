/** A proxy between a client and a service that records the exact bytes of each changing request. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** As sent over the network, decoded as UTF-8. */
  readonly body: string;
}

export interface RecordingWire extends AsyncDisposable {
  readonly baseUrl: string;
  /** Changing requests in order of arrival, without sign-ins. */
  readonly changes: readonly RecordedRequest[];
}

export async function startRecordingWire(target: string): Promise<RecordingWire> {
  const { hostname, port } = new URL(target);
  const changes: RecordedRequest[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "GET", headers, url: path = "/" } = incoming;
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (method !== "GET" && !path.endsWith("/authenticate")) changes.push({ method, path, body: body.toString() });
    const onward = forward({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
