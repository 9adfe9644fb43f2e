/** A simulator on a stopped clock with a bare HTTP caller that does not use our client. */
import type { SimulatorOptions } from "../../main/simulator/options.ts";
import { type Simulator, startSimulator } from "../../main/simulator/simulator.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface PracticeService extends AsyncDisposable {
  readonly simulator: Simulator;
  /** A call below the base address with an auth token. */
  readonly call: (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<Answer>;
  /** The same call without Authorization, or with the given header. */
  readonly bare: (
    method: string,
    path: string,
    body?: unknown,
    authorization?: string,
    signal?: AbortSignal,
  ) => Promise<Answer>;
  /** Signs in with the application token again. */
  readonly signIn: () => Promise<void>;
}

export async function openPracticeService(options: SimulatorOptions = {}): Promise<PracticeService> {
  const simulator = await startSimulator({ endpoints: 200, clock: "stopped", ...options });
  let token = "";
  const bare: PracticeService["bare"] = async (method, path, body, authorization, signal) => {
    const response = await fetch(simulator.baseUrl + path, {
      method,
      signal: signal ?? null,
      headers: authorization === undefined ? {} : { Authorization: authorization },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  const signIn = async (): Promise<void> => {
    const answer = await bare("POST", "/api/v1/authenticate", { application_token: simulator.applicationToken });
    token = (answer.json as { readonly auth_token: string }).auth_token;
  };
  await signIn();
  return {
    simulator,
    bare,
    signIn,
    call: (method, path, body, signal) => bare(method, path, body, `Bearer ${token}`, signal),
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
