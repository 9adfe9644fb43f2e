/**
 * HTTP around the service: reads a request, lets the fault plan have its say, writes the answer.
 * Invariant: what a fault does "after" happens after the work was done and before a byte of its answer is written.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isAdminPath, serveAdmin } from "./admin.ts";
import type { FaultRule } from "./faults.ts";
import { badRequestReply, errorReply, gatewayReply, htmlReply, jsonReply, notFoundReply, type Reply } from "./reply.ts";
import { type Match, match } from "./router.ts";
import type { World } from "./world.ts";

const largestBody = 1_000_000;
/** Connections stay open longer than any client keeps them, so that no request meets a closing one. */
const keepAliveMs = 600_000;

export function createHttpServer(world: World): Server {
  const dateHeader = createDateHeader(world);
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0 }, (request, response) => {
    response.sendDate = false;
    const path = pathOf(request.url ?? "/");
    if (isAdminPath(path)) {
      readBody(request, response, (body) => serveAdmin(world, request, response, path, body));
      return;
    }
    world.counters.started();
    response.once("close", () => world.counters.finished());
    readBody(request, response, (body) => serve(world, request, response, path, body, dateHeader()));
  });
  return server;
}

function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
  date: string,
): void {
  const found = match(request.method ?? "GET", path);
  const operation = typeof found === "number" ? "unknown" : found.route.operation;
  world.counters.operation(operation, world.time.now());
  const refusal = refuse(world, request, found);
  if (refusal !== undefined || typeof found === "number") {
    respond(world, response, refusal ?? notFoundReply("The path"), date);
    return;
  }
  const fault = world.faults.decide(operation, path.includes("endpoint/") ? found.ids[0] : undefined);
  if (fault?.kind === "reset-before") {
    cut(world, request);
    return;
  }
  if (fault?.kind === "late") {
    // Nobody cancels this: the service goes on working for a client that has long stopped waiting.
    world.time.after(fault.delayMs ?? 1000, () => {
      respond(world, response, found.route.run(world, { url: request.url ?? "/", ids: found.ids, body }), date);
    });
    return;
  }
  const instead = fault === undefined ? undefined : replyInstead(fault, world.time.now());
  const reply = instead ?? found.route.run(world, { url: request.url ?? "/", ids: found.ids, body });
  if (fault === undefined || instead !== undefined || reply.status >= 400) respond(world, response, reply, date);
  else spoil(world, request, response, reply, fault, date);
}

/** The checks before any work: rate limit, path, sign-in, what this service offers. */
function refuse(world: World, request: IncomingMessage, found: Match | 400 | 404 | 405): Reply | undefined {
  const over = world.faults.overLimit(request.socket.remoteAddress ?? "", world.time.now());
  if (over !== undefined)
    return throttledReply(429, over.limit.retryAfter === true ? String(Math.ceil(over.waitMs / 1000)) : undefined);
  if (found === 400) return badRequestReply("The id in the path is not a number.");
  if (found === 404) return notFoundReply("The path");
  if (found === 405) return errorReply(405, 1406, "The method is not allowed here.");
  const { operation } = found.route;
  if (!isPathAccepted(world, operation, found.prefixed)) return notFoundReply("The path");
  if (operation === "authenticate") return undefined;
  const stranger = checkAuthorization(world, request.headers.authorization);
  if (stranger !== undefined) return stranger;
  const { notOffered, notOfferedStatus = 404 } = world.settings.oddities;
  return notOffered?.includes(operation) === true
    ? errorReply(notOfferedStatus, 1201, "This service does not offer it.")
    : undefined;
}

function isPathAccepted(world: World, operation: string, prefixed: boolean): boolean {
  if (!operation.startsWith("quota.")) return prefixed;
  const form = world.settings.accept.quotaPath;
  return form === "both" || (form === "prefixed") === prefixed;
}

const separators: Readonly<Record<string, "nbsp" | "space">> = { "\u00a0": "nbsp", " ": "space" };

/** `Bearer`, one separator in a form this service takes, and a token it knows; Node hands byte A0 over as U+00A0. */
function checkAuthorization(world: World, header: string | undefined): Reply | undefined {
  if (header === undefined) return gatewayReply("Unauthorized");
  const form = world.settings.accept.separator;
  const separator = separators[header.charAt(6)];
  if (!header.startsWith("Bearer") || separator === undefined || (form !== "both" && form !== separator)) {
    return gatewayReply("The Authorization header is not in the form Bearer <token>.");
  }
  const verdict = world.accounts.check(header.slice(7));
  if (verdict === "valid") return undefined;
  return gatewayReply(verdict === "expired" ? "The incoming token has expired" : "The token is not known here.");
}

/** The answer of a fault that keeps the work from being done. */
function replyInstead(fault: FaultRule, now: number): Reply | undefined {
  switch (fault.kind) {
    case "throttle":
      return throttledReply(fault.status ?? 429, retryAfterText(fault.retryAfter, now));
    case "error-before":
      return jsonReply(fault.status ?? 500, { message: "Internal server error" });
    case "html":
      return htmlReply(fault.status ?? 502);
    case "unauthorized":
      return gatewayReply("The incoming token has expired");
    case "refuse":
      return errorReply(
        fault.status ?? 422,
        fault.status === 404 ? 1401 : fault.status === 403 ? 1104 : 1406,
        "The service does not take this for this recipient.",
      );
    default:
      return undefined;
  }
}

/** What a fault does to the answer of work that was done. */
function spoil(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: FaultRule,
  date: string,
): void {
  switch (fault.kind) {
    case "error-after":
      respond(world, response, jsonReply(fault.status ?? 500, { message: "Internal server error" }), date);
      return;
    case "reset-after":
      cut(world, request);
      return;
    case "truncate":
      truncate(world, response, reply, date);
      return;
    default:
      response.once(
        "close",
        world.time.after(fault.delayMs ?? 1000, () => respond(world, response, reply, date)),
      );
  }
}

function throttledReply(status: number, retryAfter: string | undefined): Reply {
  return errorReply(
    status,
    1105,
    "There are too many requests.",
    retryAfter === undefined ? [] : [["Retry-After", retryAfter]],
  );
}

function retryAfterText(retryAfter: FaultRule["retryAfter"], now: number): string | undefined {
  if (retryAfter === undefined || retryAfter === false) return undefined;
  if (retryAfter === "date") return new Date(now + 1000).toUTCString();
  return retryAfter === true ? "1" : String(retryAfter);
}

function respond(world: World, response: ServerResponse, reply: Reply, date: string): void {
  world.counters.answered(reply.status);
  if (response.destroyed) return;
  const body = reply.body === "" ? undefined : Buffer.from(reply.body);
  response.writeHead(reply.status, headerList(reply, date, body?.length ?? 0));
  response.end(body);
}

function headerList(reply: Reply, date: string, length: number): string[] {
  const list = ["Date", date];
  if (reply.status !== 204) list.push("Content-Type", reply.type, "Content-Length", String(length));
  for (const [name, value] of reply.headers) list.push(name, value);
  return list;
}

/** Promises more than it sends, then hangs up. */
function truncate(world: World, response: ServerResponse, reply: Reply, date: string): void {
  world.counters.answered(reply.status);
  const body = Buffer.from(reply.body === "" ? " ".repeat(64) : reply.body);
  response.writeHead(reply.status, headerList(reply, date, body.length));
  response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

function cut(world: World, request: IncomingMessage): void {
  world.counters.answered("reset");
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

/** The Date header in the simulator's time, formatted once a second. */
function createDateHeader(world: World): () => string {
  let second = -1;
  let text = "";
  return () => {
    const now = Math.floor(world.time.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}
