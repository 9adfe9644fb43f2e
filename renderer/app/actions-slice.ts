/** Running actions, and the action that waits for its confirmation. */
import type { Failure } from "#shared/contract/kit.ts";
import type { Confirmation, ConfirmationInput } from "../lib/confirmation.ts";
import type { SliceCreator } from "../lib/slice.ts";

export interface PendingAction {
  /** The action and its scope. */
  readonly id: string;
  /** The confirmation, with the present figures. */
  readonly confirmation: () => Confirmation | undefined;
  readonly scope: string;
  readonly connection: string | undefined;
  /** Of the last attempt. */
  readonly failure?: Failure;
  readonly run: (input: ConfirmationInput) => Promise<void>;
}

export interface ActionsSlice {
  /** Ids of the running actions by scope: one at a time in each. */
  readonly runningActions: Readonly<Record<string, string | undefined>>;
  readonly pendingAction: PendingAction | undefined;
  /** Cancels the running export of rows. */
  readonly cancelExport: (() => void) | undefined;
  readonly setRunningAction: (scope: string, id: string | undefined) => void;
  readonly setPendingAction: (pendingAction: PendingAction | undefined) => void;
  readonly setCancelExport: (cancelExport: (() => void) | undefined) => void;
}

export const createActionsSlice: SliceCreator<ActionsSlice> = (set) => ({
  runningActions: {},
  pendingAction: undefined,
  cancelExport: undefined,
  setRunningAction: (scope, id) =>
    set(({ runningActions }) => ({ runningActions: { ...runningActions, [scope]: id } })),
  setPendingAction: (pendingAction) => set({ pendingAction }),
  setCancelExport: (cancelExport) => set({ cancelExport }),
});
