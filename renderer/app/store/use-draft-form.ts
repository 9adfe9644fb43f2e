/** Form draft of the current connection, shared by all components that show it and stored until it is cleared. */
import { useMemo, useSyncExternalStore } from "react";
import { useConnection } from "../../data/connection.ts";
import {
  clearSubmittedDraft,
  saveTextDraft,
  readTextDraft,
  readForm,
  subscribeToTextDrafts,
  writeForm,
} from "../../lib/draft-storage.ts";

export interface DraftForm<T> {
  readonly values: T;
  /** Merges into the currently stored draft, also between renders. */
  readonly update: (change: Partial<T>) => void;
  /** Replaces the draft with these values by an empty form with `next`; returns false if it was edited since, as during a request. */
  readonly clear: (next?: Partial<T>) => boolean;
  /** Whether a draft is stored. */
  readonly hasDraft: boolean;
  /** The connection that the draft belongs to. */
  readonly connection: string;
}

/** `kind` and `name` are the first and last part of the storage key. `empty` must be referentially stable. */
export function useDraftForm<T extends object>(
  kind: "network" | "quota" | "streams",
  name: string,
  empty: T,
  read: (json: string) => T = (json) => readForm(json, empty),
): DraftForm<T> {
  const connection = useConnection()?.name ?? "";
  const key = `${kind}/${connection}/${name}`;
  const text = useSyncExternalStore(subscribeToTextDrafts, () => readTextDraft(key));
  // oxlint-disable-next-line react/exhaustive-deps -- `read` is recreated on each call but behaves the same
  const values = useMemo(() => read(text), [text]);
  return { values, ...draftActions({ key, text, empty, read }), hasDraft: text !== "", connection };
}

interface RenderedDraft<T> {
  readonly key: string;
  /** Stored text at the last render. */
  readonly text: string;
  readonly empty: T;
  readonly read: (json: string) => T;
}

export function draftActions<T extends object>({
  key,
  text,
  empty,
  read,
}: RenderedDraft<T>): Pick<DraftForm<T>, "update" | "clear"> {
  return {
    update: (change) => void saveTextDraft(key, writeForm({ ...read(readTextDraft(key)), ...change }, empty)),
    clear: (next = {}) => clearSubmittedDraft(key, text, writeForm({ ...empty, ...next }, empty)),
  };
}
