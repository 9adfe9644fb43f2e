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
  /** Deletes the draft with these values, except for `rest`; returns false if it was edited since, as during a request. */
  readonly clear: (rest?: Partial<T>) => boolean;
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
  return {
    values,
    update: (change) => void saveTextDraft(key, writeForm({ ...read(readTextDraft(key)), ...change }, empty)),
    clear: (rest = {}) => clearSubmittedDraft(key, text, writeForm({ ...empty, ...rest }, empty)),
    hasDraft: text !== "",
    connection,
  };
}
