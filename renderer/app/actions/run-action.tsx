/** Runs actions: their confirmation, their failure, and the buttons and menu items that start them. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, type ButtonProps, Menu } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { queryClient } from "../../data/fleet-query.ts";
import type { Failure } from "#shared/contract/kit.ts";
import type { Confirmation, ConfirmationInput } from "../../lib/confirmation.ts";
import { failureOf } from "../../lib/fleet.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { needsSignIn, signInAddress } from "../../ui/sign-in-link.tsx";
import type { Call } from "../../ui/use-call.ts";
import { type State, useFleetdesk } from "../store/store.ts";
import type { AppNotification } from "../notifications-slice.ts";
import type { PendingAction } from "../actions-slice.ts";
import { type Action, type AppAction, scopeOf, sendBlocker, titleOf, unavailableReason } from "./action.ts";
import classes from "./actions.module.css";

const noInput: ConfirmationInput = { number: undefined, option: false };
/** Cancelled by the operator: needs no message. */
const cancelledCodes: readonly string[] = ["aborted", "cancelled", "sync-cancelled"];

/**
 * Requests the confirmation first, if the action needs one. Does nothing while it is unavailable, or while another of its scope runs. Resolves to
 * true if the action ran without a failure; `onFailure` is called instead of showing one.
 */
export async function runAction<Target>(
  action: Action<Target>,
  target: Target,
  onFailure?: (failure: Failure) => void,
): Promise<boolean> {
  const { getState } = useFleetdesk;
  const state = getState();
  const scope = scopeOf(action, target);
  const title = t(($) => $.shell.commandFailed, { command: titleOf(action, target) });
  const about = `failed ${scope}`;
  const running = state.runningActions[scope];
  const reason =
    unavailableReason(action, target, state) ??
    (running === undefined || running === action.id ? undefined : t(($) => $.shell.unavailable.otherRunning));
  // A disabled button shows the reason; a key or a menu item would seem to do nothing.
  if (reason !== undefined) state.notify({ title: titleOf(action, target), text: reason, tone: "plain", hint: true });
  if (reason !== undefined || running !== undefined) return false;
  const connection = action.connection?.(target);
  /** False if another action of the scope was running. */
  const perform = async (input: ConfirmationInput): Promise<boolean> => {
    if (getState().runningActions[scope] !== undefined) return false;
    if (action.repeatable !== true) getState().setRunningAction(scope, action.id);
    try {
      await action.run(target, getState(), input);
      return true;
    } finally {
      getState().setRunningAction(scope, undefined);
    }
  };
  const fail = (error: unknown): false => {
    if (onFailure === undefined) showFailure({ about, title, connection }, error);
    else onFailure(failureOf(error));
    return false;
  };
  // Without it, the confirmation opens at once.
  if (action.prepare !== undefined) {
    const isPageOpen = state.watchPage();
    try {
      await action.prepare(target);
    } catch (error) {
      return fail(error);
    }
    if (!isPageOpen() || unavailableReason(action, target, getState()) !== undefined) return false;
  }
  if (action.confirm?.(target, getState()) !== undefined) {
    // The dialog of another action was opened during `prepare`: a click meant for it must not confirm this one.
    const { pendingAction } = getState();
    if (pendingAction !== undefined && pendingAction !== state.pendingAction) return false;
    const id = `${action.id} ${scope}`;
    const pending: PendingAction = {
      id,
      confirmation: () => action.confirm?.(target, getState()),
      scope,
      connection,
      run: async (input) => {
        if (action.background === true) getState().setPendingAction(undefined);
        try {
          if ((await perform(input)) && getState().pendingAction?.id === id) getState().setPendingAction(undefined);
        } catch (error) {
          // A dialog that was closed, or replaced by another one, is not restored: its ids may refer to another connection.
          if (getState().pendingAction?.id === id)
            getState().setPendingAction({ ...pending, failure: failureOf(error) });
          else showFailure({ about, title, connection }, error);
        }
      },
    };
    state.setPendingAction(pending);
    return false;
  }
  try {
    return await perform(noInput);
  } catch (error) {
    return fail(error);
  }
}

function showFailure(
  { connection, ...rest }: Pick<AppNotification, "about" | "title" | "connection">,
  error: unknown,
): void {
  const { code, text } = failureOf(error);
  if (cancelledCodes.includes(code)) return;
  const links =
    connection !== undefined && needsSignIn(code)
      ? [{ text: t(($) => $.shell.session.signIn), address: signInAddress(connection) }]
      : [];
  useFleetdesk.getState().notify({ ...rest, connection, text: formatText(text), tone: "bad", links });
}

function subscribeToData(onChange: () => void): () => void {
  const onData = ({ type }: { readonly type: string }): void => {
    if (type === "updated" || type === "removed") onChange();
  };
  const stops = [useFleetdesk.subscribe(onChange), queryClient.getQueryCache().subscribe(onData)];
  return () => stops.forEach((stop) => stop());
}

/** A value of what actions depend on, UI state and data; renders again when it changes. */
export function useActionValue<Value extends string | boolean | undefined>(select: (state: State) => Value): Value {
  return useSyncExternalStore(subscribeToData, () => select(useFleetdesk.getState()));
}

/** Why a form can send nothing now over the current connection; undefined if it can. */
export function useSendBlocker(): string | undefined {
  return useActionValue(sendBlocker);
}

/** A confirmation closes when another page is opened, unless its action runs. Returns its unsubscribe. */
function closeWithPage(): () => void {
  return useFleetdesk.subscribe(({ address, pendingAction, runningActions, setPendingAction }, before) => {
    if (pendingAction === undefined || runningActions[pendingAction.scope] !== undefined) return;
    if (address.path.join("/") !== before.address.path.join("/")) setPendingAction(undefined);
  });
}

/** The one confirmation of actions. */
export function ActionConfirmation(): ReactElement {
  const pending = useFleetdesk((state) => state.pendingAction);
  const setPending = useFleetdesk((state) => state.setPendingAction);
  const busy = useActionValue(
    ({ runningActions }) => pending !== undefined && runningActions[pending.scope] !== undefined,
  );
  useEffect(closeWithPage, []);
  // It shows the present figures.
  const confirmation = useActionValue(() => JSON.stringify(pending?.confirmation()));
  return (
    <ConfirmDialog
      call={{ busy, failure: pending?.failure }}
      confirmation={useMemo(
        () => (confirmation === undefined ? undefined : (JSON.parse(confirmation) as Confirmation)),
        [confirmation],
      )}
      connection={pending?.connection}
      id={pending?.id}
      onClose={() => setPending(undefined)}
      onConfirm={(input) => void pending?.run(input)}
    />
  );
}

/** An action with its target; an action of the window has what is open as its target. */
export type ActionUse<Target> =
  | { readonly action: AppAction; readonly target?: undefined }
  | { readonly action: Action<Target>; readonly target: NonNullable<Target> };

export interface ActionControl {
  readonly title: string;
  readonly icon: ReactElement | undefined;
  /** Why it is unavailable; undefined if it is available. */
  readonly disabledReason: string | undefined;
  readonly running: boolean;
  /** Another action of its scope is running. */
  readonly blocked: boolean;
  readonly run: () => void;
}

export function useAction<Target>(use: ActionUse<Target>): ActionControl {
  const { id, title, icon: Icon } = use.action;
  const targetOf = (state: State): Target => (use.target ?? state) as Target;
  const action = use.action as Action<Target>;
  const disabledReason = useActionValue((state) => unavailableReason(action, targetOf(state), state));
  const running = useActionValue((state) => state.runningActions[scopeOf(action, targetOf(state))]);
  return {
    title: typeof title === "string" ? title : titleOf(action, use.target as Target),
    icon: Icon === undefined ? undefined : <Icon size={14} />,
    disabledReason,
    running: running === id,
    blocked: running !== undefined && running !== id,
    run: () => void runAction(action, targetOf(useFleetdesk.getState())),
  };
}

export interface ActionCall<Target> extends Pick<Call, "busy" | "failure" | "clearFailure"> {
  readonly disabledReason: string | undefined;
  /** Resolves to false if the action is unavailable or failed. */
  readonly run: (target: Target) => Promise<boolean>;
}

/** An action whose failure is shown by its form or dialog; `target` decides whether it is available. */
export function useActionCall<Target>(action: Action<Target>, target: NonNullable<Target>): ActionCall<Target> {
  const { disabledReason, running } = useAction({ action, target });
  const [failure, setFailure] = useState<Failure>();
  return {
    busy: running,
    failure,
    disabledReason,
    clearFailure: () => setFailure(undefined),
    run: async (now) => {
      setFailure(undefined);
      return await runAction(action, now, setFailure);
    },
  };
}

type ActionButtonProps<Target> = ActionUse<Target> &
  Omit<ButtonProps, "disabled"> & {
    /** Instead of the title of the action. */
    readonly children?: ReactNode;
    /** Tooltip while the action is available. */
    readonly title?: string;
    readonly "aria-keyshortcuts"?: string;
  };

/** A button of an action; a disabled one shows the reason as its tooltip. */
export function ActionButton<Target>({
  action,
  target,
  children,
  loading,
  title,
  ...rest
}: ActionButtonProps<Target>): ReactElement {
  const control = useAction({ action, target } as ActionUse<Target>);
  return (
    <Button
      disabled={control.disabledReason !== undefined || control.blocked}
      leftSection={control.icon}
      loading={loading ?? control.running}
      onClick={control.run}
      title={control.disabledReason ?? title}
      {...rest}
    >
      {children ?? control.title}
    </Button>
  );
}

/** A menu item of an action; a disabled one shows the reason below its title. */
export function ActionItem<Target>(
  props: ActionUse<Target> & { readonly children?: ReactNode; readonly rightSection?: ReactNode },
): ReactElement {
  const { title, disabledReason, running, blocked, run } = useAction(props);
  return (
    <Menu.Item
      className={classes["item"] ?? ""}
      disabled={disabledReason !== undefined || running || blocked}
      onClick={run}
      rightSection={props.rightSection}
    >
      {props.children ?? title}
      {disabledReason === undefined ? undefined : <span className={classes["disabledReason"]}>{disabledReason}</span>}
    </Menu.Item>
  );
}
