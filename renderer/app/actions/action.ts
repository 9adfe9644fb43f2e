/** An action: one object for its buttons, menu items, palette entry, shortcut and entry in the list of shortcuts. */
import { t } from "#shared/texts/text.ts";
import type { ComponentType } from "react";
import { currentConnection } from "../../data/connection.ts";
import { cachedData } from "../../data/fleet-query.ts";
import type { Confirmation, ConfirmationInput } from "../../lib/confirmation.ts";
import type { State } from "../store/store.ts";

export type ActionIcon = ComponentType<{ readonly size?: number; readonly stroke?: number }>;

export interface Action<Target> {
  /** kebab-case and stable: menus and deep links refer to it. */
  readonly id: string;
  readonly title: string | ((target: Target) => string);
  readonly icon?: ActionIcon;
  /** It saves and sends nothing, so it is also available while nothing can be written. */
  readonly changesNothing?: true;
  /** It sends or changes something at the service, so it is unavailable over a read-only connection. */
  readonly changesService?: true;
  /** Why it is unavailable, as a whole sentence; undefined if it is available. Read it with `unavailableReason`. */
  readonly disabledReason?: (target: Target, state: State) => string | undefined;
  /** Loads or validates what the confirmation shows, before it opens. It changes nothing. */
  readonly prepare?: (target: Target) => Promise<void>;
  /** Its confirmation; undefined if it needs none. */
  readonly confirm?: (target: Target, state: State) => Confirmation | undefined;
  /** Its confirmation closes when it begins: its progress is shown elsewhere, and a failure as a toast. */
  readonly background?: true;
  /** One action of a scope runs at a time. Without it: one of this action. */
  readonly scope?: (target: Target) => string;
  /** Each press counts, also while a former one is in progress: for toggles. */
  readonly repeatable?: true;
  /** Connection to sign in to, if the action fails for lack of a session. */
  readonly connection?: (target: Target) => string | undefined;
  /** May reject; the failure is shown in the confirmation, or as a toast. */
  readonly run: (target: Target, state: State, input: ConfirmationInput) => void | Promise<void>;
}

/** Groups of the palette and of the list of shortcuts. */
type ActionGroup = "navigation" | "fleet" | "connection" | "campaigns" | "events" | "view" | "help";

/** An action of the whole window: its target is what is open. The palette lists it while it is available. */
export interface AppAction extends Action<State> {
  readonly title: string;
  readonly group: ActionGroup;
  /** In the notation of the hotkeys library: "mod+K", "shift+?", "/". */
  readonly keys?: string;
  /** Additional search terms for the palette. */
  readonly keywords?: string;
  /** Also active while a text field has focus. */
  readonly whileTyping?: boolean;
}

/** An action on one object as an action on the object that is open; `missing` is the reason without such an object. */
export function onOpen<Target>(
  action: Action<Target>,
  targetOf: (state: State) => Target | undefined,
  missing: string,
  entry: Pick<AppAction, "id" | "title" | "group" | "keys" | "keywords">,
): AppAction {
  const on =
    <Result, Rest extends readonly unknown[]>(use: (target: Target, ...rest: Rest) => Result, otherwise: Result) =>
    (state: State, ...rest: Rest): Result => {
      const target = targetOf(state);
      return target === undefined ? otherwise : use(target, ...rest);
    };
  return {
    ...entry,
    icon: action.icon,
    changesNothing: action.changesNothing,
    changesService: action.changesService,
    background: action.background,
    disabledReason: on((target, state: State) => action.disabledReason?.(target, state), missing),
    prepare: action.prepare && (async (state) => await on((target) => action.prepare?.(target), undefined)(state)),
    confirm: on((target, state: State) => action.confirm?.(target, state), undefined),
    scope: on((target) => scopeOf(action, target), entry.id),
    connection: on((target) => action.connection?.(target), undefined),
    run: on((target, state: State, input: ConfirmationInput) => action.run(target, state, input), undefined),
  };
}

/** Why an action is unavailable now, as a whole sentence; undefined if it is available. */
export function unavailableReason<Target>(action: Action<Target>, target: Target, state: State): string | undefined {
  if (action.changesNothing !== true && state.readOnly !== undefined) {
    return state.readOnly.code === "disk-full"
      ? t(($) => $.shell.unavailable.diskFull)
      : t(($) => $.shell.unavailable.readOnly);
  }
  const readOnly = action.changesService === true ? readOnlyReason(action.connection?.(target)) : undefined;
  return readOnly ?? action.disabledReason?.(target, state);
}

/** Why nothing can be sent or changed over a connection, by default the current one: it is read-only. */
export function readOnlyReason(name = currentConnection()?.name): string | undefined {
  const connection = cachedData("connections.list", {})?.connections.find((one) => one.name === name);
  return connection?.options.readOnly === true ? t(($) => $.connections.environment.readOnlyHelp) : undefined;
}

/** Why a form can send nothing now over the current connection. */
export function sendBlocker({ networkOnline }: Pick<State, "networkOnline">): string | undefined {
  return readOnlyReason() ?? (networkOnline ? undefined : t(($) => $.shell.noNetwork));
}

export function scopeOf<Target>(action: Action<Target>, target: Target): string {
  return action.scope?.(target) ?? action.id;
}

export function titleOf<Target>({ title }: Action<Target>, target: Target): string {
  return typeof title === "string" ? title : title(target);
}
