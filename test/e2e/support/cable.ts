/**
 * A network cable between the app and a service that a test can disconnect. While it is disconnected, connections are accepted and never
 * answered, as behind a bad firewall: a request would hang, and is counted. It can also be used as a proxy: then the service may have any
 * host name, and is not on this computer, which needs no network.
 */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Transform } from "node:stream";
import { closeLater } from "../harness/lifetime.ts";

export interface Cable {
  readonly baseUrl: string;
  disconnect(): void;
  reconnect(): void;
  /** Connections that were attempted since it was disconnected. */
  attempts(): number;
}

/** Closed after the test, or the file. */
export async function startCable(baseUrl: string): Promise<Cable> {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  let attempts = 0;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (!whole) {
      attempts += 1;
      return;
    }
    const upstream = connect(Number(port), hostname);
    track(upstream);
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.pipe(asOrigin()).pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy());
  const setConnected = (next: boolean): void => {
    whole = next;
    attempts = 0;
    hangUp();
  };
  closeLater(async () => {
    const closed = once(server, "close");
    server.close();
    hangUp();
    await closed;
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect: () => setConnected(false),
    reconnect: () => setConnected(true),
    attempts: () => attempts,
  };
}

/** Rewrites a request to a proxy as one to the service itself, with only the path. Each request begins in a separate chunk. */
function asOrigin(): Transform {
  return new Transform({
    transform: (piece: Buffer, _encoding, done) =>
      done(null, Buffer.from(piece.toString("latin1").replace(/^([A-Z]+) http:\/\/[^/ ]+/, "$1 "), "latin1")),
  });
}
