/** The simulator's control endpoints, below /_simulator: not part of the service, without Authorization, for this computer only. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readRevocation } from "./accounts.ts";
import { readFaultPlan } from "./faults.ts";
import { type JsonValue, parseObject, isObject, type JsonObject } from "./values.ts";
import type { SimulatorState } from "./simulator-state.ts";
import type { RecordChange } from "./collection.ts";
import { collectionNames, type CollectionName } from "./fleet.ts";

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
    (address.endsWith("127.0.0.1") || address === "::1") &&
    (host === "127.0.0.1" || host === "localhost" || host === "[::1]") &&
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

// Changes of the fleet from outside, so that another sync has changes to download.

interface MutationResult {
  readonly changed: number;
  readonly deleted: number;
  /** Ids of the added records. */
  readonly added: readonly number[];
}

/** Applies a mutation from JSON; throws an `Error` with a sentence for anything invalid. */
function mutate(state: SimulatorState, body: JsonObject): MutationResult {
  const name = body["collection"] ?? "endpoint";
  if (!collectionNames.some((collection) => collection === name))
    throw new Error(`There is no collection ${JSON.stringify(name)}.`);
  const { records } = state.fleet[name as CollectionName];
  const changes = listOf(body["change"], "change").map(readChange);
  const deletions = listOf(body["delete"], "delete").map(Number);
  const { add } = body;
  const additions =
    typeof add === "number" ? Array.from({ length: add }, () => ({})) : listOf(add, "add").filter(isObject);
  return {
    changed: changes.filter((change) => records.change(change)).length,
    deleted: deletions.filter((id) => records.delete(id)).length,
    added: additions.map((record) => records.add(record)),
  };
}

function readChange(value: JsonValue): RecordChange {
  if (!isObject(value) || typeof value["id"] !== "number") throw new Error('Every change needs the "id" of a record.');
  const { id, set, unset } = value;
  if (set !== undefined && !isObject(set)) throw new Error('The "set" of a change must be an object.');
  return { id, set, unset: listOf(unset, "unset").map(String) };
}

function listOf(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`"${name}" must be a list.`);
  return value as readonly JsonValue[];
}

// The simulator's own ledger: every SMS that it accepted, whatever its response. Written in pieces, so that a million
// entries need little memory.

/** One accepted SMS. */
export interface LedgerEntry {
  /** 1 for the first SMS since the start. */
  readonly sequence: number;
  readonly smsId: number;
  readonly endpointId: number;
  readonly payload: string;
  readonly sourceAddress: string;
  /** ISO 8601, the simulator's time. */
  readonly at: string;
  /** Another sender's, created by a fault of kind `equal-before` or `equal-after`. */
  readonly foreign?: true;
}

interface LedgerSummary {
  readonly count: number;
  /** Number of endpoints with at least one SMS. */
  readonly endpoints: number;
  /** Ids of endpoints with the same payload more than once, other senders' SMS not counted. */
  readonly duplicates: readonly number[];
}

const entriesPerPiece = 2000;

function ledgerEntry(state: SimulatorState, index: number): LedgerEntry {
  const { sms, fleet } = state;
  return {
    sequence: index + 1,
    smsId: sms.idOf(index),
    endpointId: fleet.endpoint.records.idOf(sms.slots[index] ?? 0),
    payload: sms.payloads[index] ?? "",
    sourceAddress: sms.sources[index] ?? "",
    at: new Date(sms.acceptedAt[index] ?? 0).toISOString(),
    foreign: sms.isForeign(index) ? true : undefined,
  };
}

/** All entries in order of acceptance, or those of one endpoint. */
export function ledgerEntries(state: SimulatorState, endpointId?: number): LedgerEntry[] {
  return indexes(state, endpointId).map((index) => ledgerEntry(state, index));
}

/** `{"count", "entries": [...]}` in pieces of text. */
function* ledgerText(state: SimulatorState, endpointId: number | undefined): Generator<string> {
  const selection = indexes(state, endpointId);
  yield `{"count":${selection.length},"entries":[`;
  for (let from = 0; from < selection.length; from += entriesPerPiece) {
    const piece = selection
      .slice(from, from + entriesPerPiece)
      .map((index) => JSON.stringify(ledgerEntry(state, index)));
    yield (from === 0 ? "" : ",") + piece.join(",");
  }
  yield "]}";
}

function ledgerSummary(state: SimulatorState): LedgerSummary {
  const { sms, fleet } = state;
  const duplicates: number[] = [];
  let endpoints = 0;
  for (const slot of sms.slotsInUse()) {
    endpoints += 1;
    const payloads = own(state, slot).map((index) => sms.payloads[index]);
    if (new Set(payloads).size < payloads.length) duplicates.push(fleet.endpoint.records.idOf(slot));
  }
  return { count: sms.count, endpoints, duplicates };
}

/** Endpoint id → number of SMS sent to it, other senders' not counted. */
function ledgerCounts(state: SimulatorState): Readonly<Record<string, number>> {
  const { sms, fleet } = state;
  return Object.fromEntries(
    Array.from(sms.slotsInUse(), (slot) => [fleet.endpoint.records.idOf(slot), own(state, slot).length]),
  );
}

function own({ sms }: SimulatorState, slot: number): number[] {
  return [...sms.ofSlot(slot)].filter((index) => !sms.isForeign(index));
}

function indexes(state: SimulatorState, endpointId: number | undefined): number[] {
  if (endpointId === undefined) return Array.from({ length: state.sms.count }, (_, index) => index);
  return [...state.sms.ofSlot(endpointId - state.fleet.endpoint.records.source.firstId)].reverse();
}
