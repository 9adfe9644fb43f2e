/** The messages between the main thread and the store's threads. */

import type { Failure } from "#shared/contract/kit.ts";
import type { Suspicion } from "./open-marker.ts";

/** The tasks of a thread. */
export type WorkerTask =
  | {
      readonly kind: "serve";
      readonly file: string;
      readonly nowMs: number;
      /** Why the directory has no lock: nothing is written. */
      readonly readOnly: ReadOnlyReason | undefined;
    }
  | { readonly kind: "check"; readonly file: string };

/** An error of the database thread, in its transferable form. */
export type WireFailure = Failure;

export interface ReadyInfo {
  readonly version: number;
  readonly migratedFrom: number | undefined;
  readonly backup: string | undefined;
  /** The file was checked before use, because the last end was not clean. */
  readonly checked: boolean;
  /** Why it may lack the last commits. */
  readonly suspicion: Suspicion | undefined;
  /** Why it is read-only. */
  readonly readOnly: ReadOnlyReason | undefined;
}

export type ReadOnlyReason = "data-dir-read-only" | "disk-full";

/** First message of a serving thread. */
export type Greeting =
  | { readonly kind: "ready"; readonly info: ReadyInfo }
  | { readonly kind: "failed"; readonly failure: WireFailure };

/** Calls issued in one turn of the event loop are sent in one message and answered one by one, in order. */
export type CallMessage = readonly [id: number, module: string, name: string, args: readonly unknown[]];
export type RequestMessage = { readonly calls: readonly CallMessage[] } | { readonly close: true };

export type ReplyMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: WireFailure };

/** Last message of a checking thread: undefined when the file is sound. */
export interface CheckMessage {
  readonly failure: WireFailure | undefined;
}
