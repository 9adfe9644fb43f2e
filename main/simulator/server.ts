/**
 * HTTP around the service: parses a request, applies the fault plan, writes the response.
 * Invariant: a fault of kind "after" is applied after the work was done and before a byte of its response is written.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { isAdminPath, serveAdmin } from "./admin.ts";
import type { Fault } from "./faults.ts";
import { equalBody, replyInstead, changedReply, throttledReply } from "./fault-replies.ts";
import { type Reply, badRequestReply, errorReply, gatewayReply, notFoundReply } from "./reply.ts";
import type { Call, Route, Routes } from "./route.ts";
import type { SimulatorState } from "./simulator-state.ts";
import { accountRoutes, collectionRoutes, lookupRoutes } from "./collection-routes.ts";
import { connectivityRoutes } from "./connectivity-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { quotaRoutes } from "./quota-routes.ts";
import { smsRoutes } from "./sms-routes.ts";

const largestBody = 1_000_000;
/** For a response that is sent slowly. */
const mostPieces = 100;
/** Connections stay open longer than those of any client, so that no request meets a closing one. */
const keepAliveMs = 600_000;

export function createHttpServer(state: SimulatorState): Server {
  const dateHeader = createDateHeader(state);
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0 }, (request, response) => {
    response.sendDate = false;
    const path = pathOf(request.url ?? "/");
    if (isAdminPath(path)) {
      readBody(request, response, (body) => serveAdmin(state, request, response, path, body));
      return;
    }
    state.counters.started();
    response.once("close", () => state.counters.finished());
    readBody(request, response, (body) => serve(state, request, response, path, body, dateHeader()));
  });
  return server;
}

function serve(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
  date: string | undefined,
): void {
  const matched = match(request.method ?? "GET", path);
  const operation = typeof matched === "number" ? "unknown" : matched.route.operation;
  state.counters.operation(operation, state.time.now());
  const rejection = rejectionOf(state, request, matched);
  if (rejection !== undefined || typeof matched === "number") {
    respond(state, response, rejection ?? notFoundReply("The path"), date);
    return;
  }
  const call: Call = { url: request.url ?? "/", ids: matched.ids, body };
  const run = (): Reply => matched.route.run(state, call);
  const fault = state.faults.decide(operation, path.includes("endpoint/") ? matched.ids[0] : undefined);
  if (fault === undefined) {
    respond(state, response, run(), date);
    return;
  }
  switch (fault.rule.kind) {
    case "reset-before":
      cut(state, request);
      return;
    case "reset-late":
      cut(state, request);
      state.time.after(fault.delayMs, run);
      return;
    case "late":
      // Never cancelled: the service continues to work for a client that has stopped waiting.
      state.time.after(fault.delayMs, () => respond(state, response, run(), date));
      return;
    case "equal-before":
    case "equal-after": {
      const other = matched.route.run(state, { ...call, body: equalBody(fault.rule, body) });
      if (operation === "sms.send" && other.status < 400) state.sms.markNewestForeign();
      if (fault.rule.kind === "equal-after") run();
      cut(state, request);
      return;
    }
    case "stale": {
      const asOf = state.time.now() - fault.delayMs;
      respond(state, response, matched.route.run(state, { ...call, asOf }), date);
      return;
    }
    default: {
      const instead = replyInstead(fault, state.time.now());
      const reply = instead ?? run();
      if (instead !== undefined || reply.status >= 400) respond(state, response, reply, date);
      else sendFaulty(state, request, response, changedReply(state, call, fault, reply), fault, date);
    }
  }
}

/** The checks before any work: rate limit, path, sign-in, operations that this service offers. */
function rejectionOf(
  state: SimulatorState,
  request: IncomingMessage,
  matched: Match | 400 | 404 | 405,
): Reply | undefined {
  const over = state.faults.overLimit(request.socket.remoteAddress ?? "", state.time.now());
  if (over !== undefined)
    return throttledReply(429, over.limit.retryAfter === true ? String(Math.ceil(over.waitMs / 1000)) : undefined);
  if (matched === 400) return badRequestReply("The id in the path is not a number.");
  if (matched === 404) return notFoundReply("The path");
  if (matched === 405) return errorReply(405, 1406, "The method is not allowed here.");
  const { operation } = matched.route;
  if (!isPathAccepted(state, operation, matched.prefixed)) return notFoundReply("The path");
  if (operation === "authenticate") return undefined;
  const unauthorized = checkAuthorization(state, request.headers.authorization);
  if (unauthorized !== undefined) return unauthorized;
  const { notOffered, notOfferedStatus = 404 } = state.settings.oddities;
  return notOffered?.includes(operation) === true
    ? errorReply(notOfferedStatus, 1201, "This service does not offer it.")
    : undefined;
}

function isPathAccepted(state: SimulatorState, operation: string, prefixed: boolean): boolean {
  if (!operation.startsWith("quota.")) return prefixed;
  const form = state.settings.accept.quotaPath;
  return form === "both" || (form === "prefixed") === prefixed;
}

const separators: Readonly<Record<string, "nbsp" | "space">> = { "\u00a0": "nbsp", " ": "space" };

/** `Bearer`, one accepted separator, and a valid token; Node passes byte A0 as U+00A0. */
function checkAuthorization(state: SimulatorState, header: string | undefined): Reply | undefined {
  if (header === undefined) return gatewayReply("Unauthorized");
  const form = state.settings.accept.separator;
  const separator = separators[header.charAt(6)];
  if (!header.startsWith("Bearer") || separator === undefined || (form !== "both" && form !== separator)) {
    return gatewayReply("The Authorization header is not in the form Bearer <token>.");
  }
  const token = header.slice(7);
  const verdict = state.accounts.check(token);
  const isWornOut = verdict === "valid" && state.faults.exceedsCallLimit(token);
  if (verdict === "valid" && !isWornOut) return undefined;
  return gatewayReply(
    verdict === "expired" || isWornOut ? "The incoming token has expired" : "The token is not known here.",
  );
}

/** Loses or delays the response to completed work. */
function sendFaulty(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: Fault,
  date: string | undefined,
): void {
  switch (fault.rule.kind) {
    case "reset-after":
      cut(state, request);
      return;
    case "truncate":
      truncate(state, response, reply, date);
      return;
    case "drip":
      drip(state, response, reply, fault.delayMs, date);
      return;
    case "slow":
      response.once(
        "close",
        state.time.after(fault.delayMs, () => respond(state, response, reply, date)),
      );
      return;
    default:
      respond(state, response, reply, date);
  }
}

function respond(state: SimulatorState, response: ServerResponse, reply: Reply, date: string | undefined): void {
  state.counters.answered(reply.status);
  if (response.destroyed) return;
  const body = reply.body === "" ? undefined : Buffer.from(reply.body);
  response.writeHead(reply.status, headerList(reply, date, body?.length ?? 0));
  response.end(body);
}

function headerList(reply: Reply, date: string | undefined, length: number): string[] {
  const list = date === undefined ? [] : ["Date", date];
  if (reply.status !== 204) list.push("Content-Type", reply.type, "Content-Length", String(length));
  for (const [name, value] of reply.headers) list.push(name, value);
  return list;
}

/** The head at once, then the body in pieces, the last one after `durationMs`. */
function drip(
  state: SimulatorState,
  response: ServerResponse,
  reply: Reply,
  durationMs: number,
  date: string | undefined,
): void {
  state.counters.answered(reply.status);
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, headerList(reply, date, body.length));
  response.flushHeaders();
  const pieces = Math.max(1, Math.min(body.length, mostPieces));
  const send = (piece: number): void => {
    const from = Math.floor(((piece - 1) * body.length) / pieces);
    response.write(body.subarray(from, Math.floor((piece * body.length) / pieces)));
    if (piece === pieces) response.end();
    else stop = state.time.after(durationMs / pieces, () => send(piece + 1));
  };
  let stop = state.time.after(durationMs / pieces, () => send(1));
  response.once("close", () => stop());
}

/** Announces more bytes than it sends, then closes the connection. */
function truncate(state: SimulatorState, response: ServerResponse, reply: Reply, date: string | undefined): void {
  state.counters.answered(reply.status);
  const body = Buffer.from(reply.body === "" ? " ".repeat(64) : reply.body);
  response.writeHead(reply.status, headerList(reply, date, body.length));
  response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

function cut(state: SimulatorState, request: IncomingMessage): void {
  state.counters.answered("reset");
  request.socket.resetAndDestroy();
}

function readBody(request: IncomingMessage, response: ServerResponse, then: (body: string) => void): void {
  if (request.method === "GET") {
    request.resume();
    then("");
    return;
  }
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
    if (body.length > largestBody) request.destroy();
  });
  request.on("end", () => {
    if (!response.destroyed) then(body);
  });
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** The Date header in the simulator's time, formatted once a second; undefined where the fault plan omits it. */
function createDateHeader(state: SimulatorState): () => string | undefined {
  let second = -1;
  let text = "";
  return () => {
    if (state.faults.plan.noDate === true) return undefined;
    const now = Math.floor(state.time.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}

// Maps method and path to the handler. One table, indexed by a key in which ids are replaced by a colon.

const routes: Routes = {
  ...accountRoutes,
  ...collectionRoutes,
  ...connectivityRoutes,
  ...eventRoutes,
  ...lookupRoutes,
  ...profileRoutes,
  ...quotaRoutes,
  ...smsRoutes,
};

interface Match {
  readonly route: Route;
  readonly ids: readonly number[];
  /** Below /api/v1 (the specification writes the quota operations without it). */
  readonly prefixed: boolean;
}

/** 404: no such path · 405: another method · 400: an id that is not a number. */
function match(method: string, path: string): Match | 400 | 404 | 405 {
  const prefixed = path.startsWith("/api/v1/");
  const segments = path.slice(prefixed ? 8 : 1).split("/");
  const [resource = "", first, kind, second] = segments;
  const literal = routes[`${method} ${segments.join("/")}`];
  if (literal !== undefined) return { route: literal, ids: [], prefixed };
  const secondIsId = second !== undefined && kind !== "quota";
  const pattern =
    resource +
    (first === undefined ? "" : "/:") +
    (kind === undefined ? "" : `/${kind}`) +
    (second === undefined ? "" : secondIsId ? "/:" : `/${second}`);
  const route = segments.length > 4 ? undefined : routes[`${method} ${pattern}`];
  if (route === undefined) return methods.some((other) => routes[`${other} ${pattern}`] !== undefined) ? 405 : 404;
  const ids = secondIsId ? [Number(first), Number(second)] : [Number(first)];
  return ids.every(Number.isInteger) ? { route, ids, prefixed } : 400;
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"];
