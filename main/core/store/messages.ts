/** The messages between the main thread and the store's threads. */

import type { Failure } from "#shared/contract/kit.ts";
import type { Suspicion } from "./open-marker.ts";
import type { AddedSuppression } from "./suppression-lists.ts";

/** The tasks of a thread. */
export type WorkerTask =
  | {
      readonly kind: "serve";
      readonly file: string;
      readonly nowMs: number;
      /** Why the directory has no lock: nothing is written. */
      readonly readOnly: ReadOnlyReason | undefined;
    }
  | FileTask;

/** Work on the files of a data directory, outside of its store: `name` is the file of a backup. */
export type FileTask =
  | { readonly kind: "check" | "inspect"; readonly file: string }
  | { readonly kind: "compare"; readonly dataDir: string; readonly name: string }
  | { readonly kind: "restore"; readonly dataDir: string; readonly name: string; readonly nowMs: number }
  | { readonly kind: "rebuild"; readonly dataDir: string; readonly nowMs: number };

export interface FileResults {
  readonly check: undefined;
  readonly inspect: Inspection;
  readonly compare: Comparison;
  readonly restore: Replaced;
  readonly rebuild: Replaced;
}

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

/** Tables of the cache; "search": indexes for searches, which are derived from other tables. */
export type CachePart = "fleet" | "contacts" | "events" | "quotas" | "network" | "search";

export interface Inspection {
  /** "cache-damaged": everything that is damaged can be left out of a copy. */
  readonly state: "sound" | "cache-damaged" | "damaged";
  readonly parts: CachePart[];
  /** As SQLite reports them; the first ones. */
  readonly findings: string[];
}

/** The new path of the database that was replaced. */
export interface Replaced {
  readonly former: string | undefined;
}

export interface Backup {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly bytes: number;
}

/** The summary of a campaign in a database. */
export interface CampaignInDatabase {
  readonly campaignId: string;
  readonly name: string;
  readonly state: "planned" | "scheduled" | "running" | "paused" | "finished" | "cancelled";
  readonly pending: number;
  readonly accepted: number;
}

export interface Comparison {
  readonly backup: Backup;
  readonly inBackup: CampaignInDatabase[];
  /** The campaigns of the current database; undefined where it cannot be read. */
  readonly inUse: CampaignInDatabase[] | undefined;
  /** Undefined where the current database cannot be read. */
  readonly suppression: AddedSuppression | undefined;
}

/** The only message of a thread with a task on files. */
export type FileTaskMessage = { readonly value: unknown } | { readonly failure: WireFailure };
