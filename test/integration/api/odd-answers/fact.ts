/** One odd answer that public sources know of the service: its bytes, the call that gets it, and what the call then says. */
import type { ApiClient } from "../../../../main/api/client.ts";
import type { Transport } from "../../../../main/api/transport.ts";
import { httpAnswer, jsonAnswer } from "../../../fakes/odd-service.ts";

export interface Fact {
  /** Section of the facts that the answers were taken from. */
  readonly section: number;
  readonly statement: string;
  /** Answers in the order of the requests; the last one is given again. */
  readonly answers: readonly string[];
  readonly run: (api: ApiClient, transport: Transport) => Promise<unknown>;
  readonly gives?: unknown;
  /** Instead: what it fails with. */
  readonly fails?: Readonly<Record<string, unknown>>;
}

export const json = jsonAnswer;
export const http = httpAnswer;
export const list = (...records: readonly unknown[]): string => jsonAnswer(200, records);
export const created = (location?: string): string => httpAnswer(201, location === undefined ? {} : { location });
export const page = "<!doctype html><title>502</title>";
