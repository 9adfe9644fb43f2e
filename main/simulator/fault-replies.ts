/** Responses of faults: in place of the work, or in place of the response to completed work. */
import { gzipSync } from "node:zlib";
import type { Fault, FaultRule } from "./faults.ts";
import { type JsonValue, parseObject } from "./json.ts";
import { planPage } from "./paging.ts";
import { mix } from "./random.ts";
import { errorReply, gatewayReply, htmlReply, jsonReply, type Reply } from "./reply.ts";
import { addressOf, type Call } from "./route.ts";
import type { SimulatorState } from "./simulator-state.ts";

const internalError = { message: "Internal server error" };
const recordsPerPage = { byDefault: 1, maximum: 1 };

/** The response of a fault that prevents the work; undefined where the work is done. */
export function replyInstead({ rule }: Fault, now: number): Reply | undefined {
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
export function changedReply(state: SimulatorState, call: Call, { rule, seed }: Fault, reply: Reply): Reply {
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
export function throttledReply(status: number, retryAfter: string | undefined, byGateway = false): Reply {
  const reply = byGateway
    ? jsonReply(status, { message: "Too Many Requests" }, [["x-amzn-ErrorType", "TooManyRequestsException"]])
    : errorReply(status, 1105, "There are too many requests.");
  return withHeaders(reply, retryAfter === undefined ? {} : { "Retry-After": retryAfter });
}

/** The body of another sender's SMS that equals this one except, where the rule says so, for the sender. */
export function equalBody({ source }: FaultRule, body: string): string {
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
