/** A half-written form of the current connection, shared by all who show it and kept until it is cleared. */
import { useMemo, useSyncExternalStore } from "react";
import { currentConnection } from "../features/connections/connections-slice.ts";
import { keepText, keptText, readForm, watchKeptTexts, writeForm } from "../lib/kept-text.ts";
import { useFleetdesk } from "./store.ts";

export interface KeptForm<T> {
  readonly typed: T;
  /** Changes what is kept now, also between two renderings. */
  readonly put: (change: Partial<T>) => void;
  readonly clear: () => void;
  /** Something is kept. */
  readonly begun: boolean;
  /** The connection that it is written for. */
  readonly connection: string;
}

/** `kind` and `name` are the first and the last part of its key. `empty` has to be the same object at each call. */
export function useKeptForm<T extends object>(
  kind: "network" | "streams",
  name: string,
  empty: T,
  read: (kept: string) => T = (kept) => readForm(kept, empty),
): KeptForm<T> {
  const connection = useFleetdesk((state) => currentConnection(state)?.name ?? "");
  const key = `${kind}/${connection}/${name}`;
  const text = useSyncExternalStore(watchKeptTexts, () => keptText(key));
  // oxlint-disable-next-line react/exhaustive-deps -- a reader made anew at each call reads the same
  const typed = useMemo(() => read(text), [text]);
  return {
    typed,
    put: (change) => void keepText(key, writeForm({ ...read(keptText(key)), ...change }, empty)),
    clear: () => void keepText(key, ""),
    begun: text !== "",
    connection,
  };
}
