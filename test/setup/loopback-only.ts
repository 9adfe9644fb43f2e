/** Tests connect to this computer only: any other connection fails immediately, with the name of the test. */
import { Socket } from "node:net";

const loopback = new Set(["localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0"]);

/** The host of a `connect` call; undefined for a Unix socket or a named pipe. */
function hostOf(args: readonly unknown[]): string | undefined {
  const first = Array.isArray(args[0]) ? (args[0] as readonly unknown[])[0] : args[0];
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return undefined;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  return typeof args[1] === "string" ? args[1] : "localhost";
}

// oxlint-disable-next-line typescript/unbound-method -- applied to the very socket below
const connect = Socket.prototype.connect;

// Evaluated for each test file, even when files share their modules.
if (connect.name !== "guarded") {
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (host !== undefined && !loopback.has(host)) {
      throw new Error(`A test tried to reach ${host}; tests reach this computer only.`);
    }
    return Reflect.apply(connect, this, args);
  };
}
