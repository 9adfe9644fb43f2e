/** UI state of the network pages: the result of the last change of each record, and the open dialog. */
import type { CodedText } from "#shared/texts/coded-text.ts";
import type { SliceCreator } from "../../lib/slice.ts";

/** The result of a change. That of a creation is stored only if its record cannot be shown. */
export interface NetworkResult {
  readonly outcome:
    | "created"
    | "done"
    | "set"
    | "updated"
    | "unchanged"
    | "differs"
    | "moved"
    | "exists"
    | "in-use"
    | "unsettled"
    | "unknown";
  readonly message: CodedText;
  /** The value before a change. */
  readonly former?: string;
  /** Of a stream or callback: its key, and which of both an unknown outcome concerns. */
  readonly key?: string;
  readonly of?: "stream" | "callback";
}

/** A form that an action opens on the page of a profile. */
export type NetworkDialog = "attach-dns" | "record-dns" | "edit-profile";

export interface NetworkSlice {
  /** By `resultKey`. */
  readonly networkResults: Readonly<Record<string, NetworkResult | undefined>>;
  readonly setNetworkResult: (key: string, result: NetworkResult | undefined) => void;
  readonly networkDialog: { readonly dialog: NetworkDialog; readonly profile: string } | undefined;
  readonly setNetworkDialog: (dialog: NetworkSlice["networkDialog"]) => void;
  /** Closes this dialog, but not one that was opened since. */
  readonly closeNetworkDialog: (dialog: NetworkSlice["networkDialog"]) => void;
}

/** `kind` is a kind of record, or a part of a profile; `id` is "new" for the form of a creation. */
export function resultKey(connection: string | undefined, kind: string, id: string): string {
  return `${connection ?? ""}/${kind}/${id}`;
}

export const createNetworkSlice: SliceCreator<NetworkSlice> = (set) => ({
  networkResults: {},
  setNetworkResult: (key, result) =>
    set(({ networkResults }) => ({ networkResults: { ...networkResults, [key]: result } })),
  networkDialog: undefined,
  setNetworkDialog: (networkDialog) => set({ networkDialog }),
  closeNetworkDialog: (dialog) =>
    set(({ networkDialog }) => ({ networkDialog: networkDialog === dialog ? undefined : networkDialog })),
});
