/** Unsent input of the connect form. Holds no secret. */
import type { SliceCreator } from "../../lib/slice.ts";
import type { ConnectDraft } from "./connect-draft.ts";

export interface ConnectionsSlice {
  /** By connection name; "" for a new connection. */
  readonly drafts: Readonly<Record<string, ConnectDraft>>;
  /** Undefined deletes the draft. */
  readonly saveConnectDraft: (name: string, draft: ConnectDraft | undefined) => void;
}

export const createConnectionsSlice: SliceCreator<ConnectionsSlice> = (set) => ({
  drafts: {},
  saveConnectDraft: (name, draft) =>
    set(({ drafts }) => {
      const { [name]: _before, ...rest } = drafts;
      return { drafts: draft === undefined ? rest : { ...rest, [name]: draft } };
    }),
});
