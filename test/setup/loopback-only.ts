/** Tests reach this computer only: a connection to anywhere else fails at once, and says which test tried. */
import { Socket } from "node:net";

const loopback = new Set(["localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0"]);

/** The host a `connect` call goes to; undefined for a Unix socket or a named pipe. */
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

// Evaluated for each test file, also where files share their modules.
if (connect.name !== "guarded") {
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (host !== undefined && !loopback.has(host)) {
      throw new Error(`A test tried to reach ${host}; tests reach this computer only.`);
    }
    return Reflect.apply(connect, this, args);
  };
}
