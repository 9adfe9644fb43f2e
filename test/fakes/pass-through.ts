/** A proxy between a client and a service: a test can act right before a request arrives at the service. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PassThrough extends AsyncDisposable {
  readonly baseUrl: string;
}

/** `before` is awaited with the path of each request before the request is forwarded, to the path that `rewrite` returns. */
export async function startPassThrough(
  target: string,
  before: (path: string) => Promise<void>,
  rewrite: (path: string) => string = (path) => path,
): Promise<PassThrough> {
  const { hostname, port } = new URL(target);
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, headers, url: path = "/" } = incoming;
    await before(path);
    const onward = forward({ hostname, port, path: rewrite(path), method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
