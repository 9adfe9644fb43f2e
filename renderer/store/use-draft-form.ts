/** A half-written form of the current connection, shared by all who show it and kept until it is cleared. */
import { useMemo, useSyncExternalStore } from "react";
import { currentConnection } from "../features/connections/connections-slice.ts";
import { saveTextDraft, readTextDraft, readForm, subscribeToTextDrafts, writeForm } from "../lib/draft-storage.ts";
import { useFleetdesk } from "./store.ts";

export interface DraftForm<T> {
  readonly values: T;
  /** Changes what is kept now, also between two renderings. */
  readonly put: (change: Partial<T>) => void;
  readonly clear: () => void;
  /** Something is kept. */
  readonly hasDraft: boolean;
  /** The connection that it is written for. */
  readonly connection: string;
}

/** `kind` and `name` are the first and the last part of its key. `empty` has to be the same object at each call. */
export function useDraftForm<T extends object>(
  kind: "network" | "streams",
  name: string,
  empty: T,
  read: (json: string) => T = (json) => readForm(json, empty),
): DraftForm<T> {
  const connection = useFleetdesk((state) => currentConnection(state)?.name ?? "");
  const key = `${kind}/${connection}/${name}`;
  const text = useSyncExternalStore(subscribeToTextDrafts, () => readTextDraft(key));
  // oxlint-disable-next-line react/exhaustive-deps -- a reader made anew at each call reads the same
  const values = useMemo(() => read(text), [text]);
  return {
    values,
    put: (change) => void saveTextDraft(key, writeForm({ ...read(readTextDraft(key)), ...change }, empty)),
    clear: () => void saveTextDraft(key, ""),
    hasDraft: text !== "",
    connection,
  };
}
