/** A single slice of the window's store, with a bridge that the test controls. */
import { codedText } from "#shared/texts/coded-text.ts";
import { onTestFinished } from "vitest";
import type { SliceCreator } from "../../../renderer/lib/slice.ts";

/** A pending call over the bridge. */
export interface BridgeRequest<Input = unknown> {
  readonly address: string;
  readonly input: Input;
  readonly answer: (value: object) => void;
  readonly fail: (code: string, message?: string) => void;
}

export type Call<Input> = (address: string, input: Input) => Promise<unknown>;

/**
 * `call` is the bridge's function, and `members` are other members of `window`; both are removed after the test. Returns a getter
 * of the current slice.
 */
export function openSlice<S, Input = never>(create: SliceCreator<S>, call: Call<Input>, members: object = {}): () => S {
  Object.assign(globalThis, { window: { fleet: { call, cancel: () => undefined }, ...members } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "window"));
  let state: S;
  const slice = (): S => state;
  state = create((change) => {
    state = { ...state, ...(typeof change === "function" ? change(state) : change) };
  }, slice);
  return slice;
}

/** A bridge whose calls are queued in `requests` until the test responds. */
export function createWaitingBridge<Input = unknown>(): {
  readonly call: Call<Input>;
  readonly requests: BridgeRequest<Input>[];
} {
  const requests: BridgeRequest<Input>[] = [];
  const call: Call<Input> = (address, input) =>
    new Promise((resolve) => {
      requests.push({
        address,
        input,
        answer: (value) => resolve({ ok: true, value }),
        fail: (code, message = `It failed: ${code}.`) =>
          resolve({ ok: false, failure: { code, text: codedText("earlier-sentence", { sentence: message }) } }),
      });
    });
  return { call, requests };
}

/** Resolves after all ready tasks have run. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
