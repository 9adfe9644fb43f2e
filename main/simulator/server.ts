/**
 * HTTP around the service: parses a request, applies the fault plan, writes the response.
 * Invariant: a fault of kind "after" is applied after the work was done and before a byte of its response is written.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { isAdminPath, serveAdmin } from "./admin.ts";
import type { Fault, FaultRule } from "./faults.ts";
import { type Reply, badRequestReply, errorReply, gatewayReply, notFoundReply, htmlReply, jsonReply } from "./reply.ts";
import { type Call, type Route, type Routes, type SimulatorState, addressOf } from "./simulator-state.ts";
import { accountRoutes, collectionRoutes, lookupRoutes } from "./collection-routes.ts";
import { connectivityRoutes, profileRoutes } from "./connectivity-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { quotaRoutes } from "./quota-routes.ts";
import { smsRoutes } from "./sms-routes.ts";
import { gzipSync } from "node:zlib";
import { type JsonValue, parseObject, mix } from "./values.ts";
import { planPage } from "./collection.ts";

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

// Responses of faults: in place of the work, or in place of the response to completed work.

const internalError = { message: "Internal server error" };
const recordsPerPage = { byDefault: 1, maximum: 1 };

/** The response of a fault that prevents the work; undefined where the work is done. */
function replyInstead({ rule }: Fault, now: number): Reply | undefined {
  switch (rule.kind) {
    case "throttle":
      return throttledReply(rule.status ?? 429, retryAfterText(rule.retryAfter, now), rule.gateway);
    case "error-before":
      return withHeaders(jsonReply(rule.status ?? 500, internalError), retryAfterHeader(rule, now));
    case "answer-before":
      return answerOf(rule, { status: 200, body: "", type: "application/json", headers: [] }, now);
    case "html":
      return htmlReply(rule.status ?? 502);
    case "unauthorized":
      return gatewayReply("The incoming token has expired");
    case "refuse":
      return errorReply(
        rule.status ?? 422,
        rule.status === 404 ? 1401 : rule.status === 403 ? 1104 : 1406,
        "The service does not accept this request for this endpoint.",
      );
    default:
      return undefined;
  }
}

/** The response to completed work, as the fault changes it. */
function changedReply(state: SimulatorState, call: Call, { rule, seed }: Fault, reply: Reply): Reply {
  switch (rule.kind) {
    case "error-after":
      return withHeaders(jsonReply(rule.status ?? 500, internalError), retryAfterHeader(rule, state.time.now()));
    case "answer-after":
      return answerOf(rule, reply, state.time.now());
    case "gzip":
      return withHeaders({ ...reply, body: gzipSync(reply.body) }, { "Content-Encoding": "gzip" });
    case "list":
      return oddList(state, call, rule, seed, reply);
    default:
      return reply;
  }
}

/** A 429 or 503 that proves the request was not accepted: in the service's own format, or in that of the gateway. */
function throttledReply(status: number, retryAfter: string | undefined, byGateway = false): Reply {
  const reply = byGateway
    ? jsonReply(status, { message: "Too Many Requests" }, [["x-amzn-ErrorType", "TooManyRequestsException"]])
    : errorReply(status, 1105, "There are too many requests.");
  return withHeaders(reply, retryAfter === undefined ? {} : { "Retry-After": retryAfter });
}

/** The body of another sender's SMS that equals this one except, where the rule says so, for the sender. */
function equalBody({ source }: FaultRule, body: string): string {
  return source === undefined ? body : JSON.stringify({ ...parseObject(body), source_address: source });
}

function answerOf(rule: FaultRule, own: Reply, now: number): Reply {
  const { status = 200, body, headers = {} } = rule;
  const type = body?.trimStart().startsWith("<") === true ? "text/html" : "application/json";
  const reply = body === undefined ? { ...own, status } : { status, body, type, headers: [] };
  return withHeaders(reply, { ...retryAfterHeader(rule, now), ...headers });
}

function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const rest = reply.headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { ...reply, headers: [...rest, ...Object.entries(headers)] };
}

function retryAfterHeader({ retryAfter }: FaultRule, now: number): Readonly<Record<string, string>> {
  const text = retryAfterText(retryAfter, now);
  return text === undefined ? {} : { "Retry-After": text };
}

function retryAfterText(retryAfter: FaultRule["retryAfter"], now: number): string | undefined {
  if (retryAfter === undefined || retryAfter === false) return undefined;
  if (retryAfter === "date") return new Date(now + 1000).toUTCString();
  return retryAfter === true ? "1" : String(retryAfter);
}

function oddList(state: SimulatorState, call: Call, { form }: FaultRule, seed: number, reply: Reply): Reply {
  const records = JSON.parse(String(reply.body)) as JsonValue;
  if (!Array.isArray(records)) return reply;
  const list = records as readonly JsonValue[];
  switch (form) {
    case "shuffled":
      return jsonReply(reply.status, shuffled(list, seed), reply.headers);
    case "duplicated":
      return jsonReply(
        reply.status,
        list.flatMap((record) => [record, record]),
        reply.headers,
      );
    case "object":
      return jsonReply(reply.status, { data: list, total: list.length }, reply.headers);
    case "paged": {
      const { offset, count, headers } = planPage(addressOf(state, call), list.length, recordsPerPage, {});
      return jsonReply(reply.status, list.slice(offset, offset + count), headers);
    }
    default:
      return reply;
  }
}

function shuffled(list: readonly JsonValue[], seed: number): readonly JsonValue[] {
  const order = list.map((record, index) => ({ record, turn: mix(seed, index) }));
  return order.sort((a, b) => a.turn - b.turn).map(({ record }) => record);
}
