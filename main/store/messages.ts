/** What the main thread and the store's threads say to each other. */

import type { Failure } from "#contract/kit.ts";
import type { Suspicion } from "./open-marker.ts";

/** What a thread is started for. */
export type WorkerTask =
  | {
      readonly kind: "serve";
      readonly file: string;
      readonly nowMs: number;
      /** Why the directory has no lock: nothing is written. */
      readonly readOnly: ReadOnlyReason | undefined;
    }
  | { readonly kind: "check"; readonly file: string };

/** An error of the database thread, as it crosses to the main one. */
export type WireFailure = Failure;

export interface ReadyInfo {
  readonly version: number;
  readonly migratedFrom: number | undefined;
  readonly backup: string | undefined;
  /** The file was checked before use, because the last end was not clean. */
  readonly checked: boolean;
  /** Why it may be older than what was committed to it. */
  readonly suspicion: Suspicion | undefined;
  /** Why it is open for reading alone. */
  readonly readOnly: ReadOnlyReason | undefined;
}

export type ReadOnlyReason = "data-dir-read-only" | "disk-full";

/** First word of a thread that serves. */
export type Greeting =
  | { readonly kind: "ready"; readonly info: ReadyInfo }
  | { readonly kind: "failed"; readonly failure: WireFailure };

/** Calls issued in one turn of the event loop travel together and are answered one by one, in order. */
export type CallMessage = readonly [id: number, module: string, name: string, args: readonly unknown[]];
export type RequestMessage = { readonly calls: readonly CallMessage[] } | { readonly close: true };

export type ReplyMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: WireFailure };

/** Last word of a thread that checks: undefined when the file is sound. */
export interface CheckMessage {
  readonly failure: WireFailure | undefined;
}
