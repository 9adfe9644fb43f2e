/** Unsent input of the forms of connections. Holds no secret. */
import type { SliceCreator } from "../../lib/slice.ts";
import type { ConnectDraft, OptionsDraft } from "./connect-draft.ts";

export interface ConnectionsSlice {
  /** By connection name; "" for a new connection. */
  readonly drafts: Readonly<Record<string, ConnectDraft>>;
  /** Undefined deletes the draft. */
  readonly saveConnectDraft: (name: string, draft: ConnectDraft | undefined) => void;
  /** The edited options, by connection name; the others are as they are saved. */
  readonly optionsDrafts: Readonly<Record<string, Partial<OptionsDraft>>>;
  readonly saveOptionsDraft: (name: string, draft: Partial<OptionsDraft> | undefined) => void;
}

export const createConnectionsSlice: SliceCreator<ConnectionsSlice> = (set) => ({
  drafts: {},
  saveConnectDraft: (name, draft) => set(({ drafts }) => ({ drafts: withDraft(drafts, name, draft) })),
  optionsDrafts: {},
  saveOptionsDraft: (name, draft) =>
    set(({ optionsDrafts }) => ({ optionsDrafts: withDraft(optionsDrafts, name, draft) })),
});

function withDraft<Draft>(
  drafts: Readonly<Record<string, Draft>>,
  name: string,
  draft: Draft | undefined,
): Readonly<Record<string, Draft>> {
  const { [name]: _before, ...rest } = drafts;
  return draft === undefined ? rest : { ...rest, [name]: draft };
}
