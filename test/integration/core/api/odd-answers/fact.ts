/** An odd response that public sources document: its bytes, the call that receives it, and the expected result of the call. */
import type { ApiClient } from "../../../../../main/core/api/client.ts";
import type { Transport } from "../../../../../main/core/api/transport.ts";
import { httpAnswer, jsonAnswer } from "../../../../fakes/odd-service.ts";

export interface Fact {
  /** Section of docs/service-facts.md with these responses. */
  readonly section: number;
  readonly statement: string;
  /** Responses in the order of the requests; the last one is repeated. */
  readonly answers: readonly string[];
  readonly run: (api: ApiClient, transport: Transport) => Promise<unknown>;
  readonly result?: unknown;
  /** Instead of a result: the failure. */
  readonly failure?: Readonly<Record<string, unknown>>;
}

export const json = jsonAnswer;
export const http = httpAnswer;
export const list = (...records: readonly unknown[]): string => jsonAnswer(200, records);
export const created = (location?: string): string => httpAnswer(201, location === undefined ? {} : { location });
export const page = "<!doctype html><title>502</title>";
