/** The simulator's own ledger: every SMS that it accepted, whatever its response. Written in pieces, so that a million entries need little memory. */
import type { SimulatorState } from "./simulator-state.ts";

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

export interface LedgerSummary {
  readonly count: number;
  /** Number of endpoints with at least one SMS. */
  readonly endpoints: number;
  /** Ids of endpoints with the same payload more than once, other senders' SMS not counted. */
  readonly duplicates: readonly number[];
}

const entriesPerPiece = 2000;

export function ledgerEntry(state: SimulatorState, index: number): LedgerEntry {
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
export function* ledgerText(state: SimulatorState, endpointId: number | undefined): Generator<string> {
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

export function ledgerSummary(state: SimulatorState): LedgerSummary {
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
export function ledgerCounts(state: SimulatorState): Readonly<Record<string, number>> {
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
