/** The simulator's control endpoints, below /_simulator: not part of the service, without Authorization, for this computer only. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readRevocation } from "./accounts.ts";
import { readFaultPlan } from "./faults.ts";
import type { JsonValue } from "./json.ts";
import { parseObject } from "./json.ts";
import { ledgerCounts, ledgerSummary, ledgerText } from "./ledger.ts";
import { mutate } from "./mutate.ts";
import type { SimulatorState } from "./simulator-state.ts";

const root = "/_simulator/";

export const isAdminPath = (path: string): boolean => path.startsWith(root);

type Answer = { readonly status: number; readonly value: unknown };

export function serveAdmin(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): void {
  if (!isLocal(request)) {
    write(response, { status: 403, value: { message: "Only this computer may ask." } });
    return;
  }
  const url = new URL(request.url ?? path, state.baseUrl);
  const name = `${request.method ?? "GET"} ${path.slice(root.length)}`;
  if (name === "GET ledger" && !url.searchParams.has("summary") && !url.searchParams.has("counts")) {
    streamLedger(state, response, url.searchParams.get("endpoint"));
    return;
  }
  try {
    write(response, answer(state, url.searchParams.has("counts") ? `${name} counts` : name, body));
  } catch (error) {
    write(response, {
      status: 400,
      value: { message: error instanceof Error ? error.message : "The request is not understood." },
    });
  }
}

function answer(state: SimulatorState, name: string, body: string): Answer {
  switch (name) {
    case "GET ledger":
      return { status: 200, value: ledgerSummary(state) };
    case "GET ledger counts":
      return { status: 200, value: { counts: ledgerCounts(state) } };
    case "GET requests":
      return { status: 200, value: state.counters.counts() };
    case "GET clock":
      return { status: 200, value: { now: new Date(state.time.now()).toISOString() } };
    case "POST clock":
      state.time.advance(Number(objectOf(body)["advanceMs"]));
      return { status: 200, value: { now: new Date(state.time.now()).toISOString() } };
    case "GET faults":
      return { status: 200, value: state.faults.plan };
    case "POST faults":
      state.faults.set(readFaultPlan(objectOf(body)));
      return { status: 200, value: state.faults.plan };
    case "POST sessions":
      state.accounts.apply(readRevocation(body) ?? {});
      return { status: 200, value: { applicationToken: state.accounts.applicationToken } };
    case "POST mutate":
      return { status: 200, value: mutate(state, objectOf(body)) };
    default:
      return { status: 404, value: { message: "The simulator has no such door." } };
  }
}

function objectOf(body: string): { readonly [key: string]: JsonValue | undefined } {
  const value = parseObject(body);
  if (value === undefined) throw new Error("The body must be a JSON object.");
  return value;
}

/** A page of another origin in a browser on this computer is not local: it sends its own host name or an Origin. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? "";
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  return (
    address.endsWith("127.0.0.1") &&
    (host === "127.0.0.1" || host === "localhost") &&
    request.headers.origin === undefined
  );
}

function streamLedger(state: SimulatorState, response: ServerResponse, endpoint: string | null): void {
  response.writeHead(200, { "Content-Type": "application/json" });
  const pieces = Readable.from(ledgerText(state, endpoint === null ? undefined : Number(endpoint)));
  // A client that disconnects ends the stream; there is nothing left to answer.
  pipeline(pieces, response).catch(() => response.destroy());
}

function write(response: ServerResponse, { status, value }: Answer): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, ["Content-Type", "application/json", "Content-Length", String(body.length)]);
  response.end(body);
}
