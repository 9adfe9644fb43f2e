/** The typed client of the contract: unwraps results, so that a page writes `await fleet.sms.list(…)` and catches a `CallFailure`. */
import type { FleetClient } from "#shared/contract/index.ts";
import type { Failure, Outcome } from "#shared/contract/kit.ts";
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import { formatText } from "#shared/texts/text.ts";
import type { FleetBridge } from "#shared/contract/bridge.ts";

/** A failure of main as an error: `code` is kebab-case, `text` is shown. */
export class CallFailure extends Error {
  readonly code: string;
  readonly text: CodedText;
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ code, text, details }: Failure) {
    super(formatText(text));
    this.name = "CallFailure";
    this.code = code;
    this.text = text;
    this.details = details ?? {};
  }
}

/** Converts any thrown value to a failure that can be shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallFailure) return { code: error.code, text: error.text, details: { ...error.details } };
  const message = error instanceof Error ? error.message : String(error);
  return { code: "window-error", text: codedText("window-error", { error: message }) };
}

/** Throws the signal's reason when it is aborted; main is notified to cancel the call, and its response is discarded. */
async function call(address: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
  const outcome = signal === undefined ? await bridge().call(address, input) : await stoppable(address, input, signal);
  if (!outcome.ok) throw new CallFailure(outcome.failure);
  return outcome.value;
}

async function stoppable(address: string, input: unknown, signal: AbortSignal): Promise<Outcome<unknown>> {
  signal.throwIfAborted();
  const ticket = crypto.randomUUID();
  const cancelCall = (): void => bridge().cancel(ticket);
  signal.addEventListener("abort", cancelCall, { once: true });
  try {
    return await bridge().call(address, input, ticket);
  } finally {
    signal.removeEventListener("abort", cancelCall);
    signal.throwIfAborted();
  }
}

type Operations = Readonly<Record<string, (input: unknown, signal?: AbortSignal) => Promise<unknown>>>;

function clientOf(feature: string): Operations {
  const operations = new Map<string, (input: unknown, signal?: AbortSignal) => Promise<unknown>>();
  return new Proxy<Operations>(
    {},
    {
      get: (_target, operation) => {
        if (typeof operation !== "string") return undefined;
        const address = `${feature}.${operation}`;
        const existing = operations.get(address);
        if (existing !== undefined) return existing;
        const callOperation = (input: unknown, signal?: AbortSignal): Promise<unknown> => call(address, input, signal);
        operations.set(address, callOperation);
        return callOperation;
      },
    },
  );
}

function createFleetClient(): FleetClient {
  const features = new Map<string, Operations>();
  return new Proxy({} as FleetClient, {
    get: (_target, feature) => {
      if (typeof feature !== "string") return undefined;
      const existing = features.get(feature);
      if (existing !== undefined) return existing;
      const client = clientOf(feature);
      features.set(feature, client);
      return client;
    },
  });
}

/** Every operation of the contract. Rejects with `CallFailure`. */
export const fleet: FleetClient = createFleetClient();

declare global {
  interface Window {
    readonly fleet: FleetBridge;
  }
}

export function bridge(): FleetBridge {
  return window.fleet;
}
