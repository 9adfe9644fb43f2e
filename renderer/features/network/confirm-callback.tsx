/** Confirms a change of the callback for received SMS, after showing its impact and whether it can be undone. */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { CallbackAssignment, Profile } from "#shared/contract/network/profiles.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../../ui/confirm-dialog.tsx";
import { callbackLabel, profileTitle } from "./network-labels.ts";

/** The new destination. */
export interface CallbackAction {
  readonly assignment: Exclude<CallbackAssignment, { readonly state: "unknown" }>;
  /** Number of the change that is undone. */
  readonly undoOf?: number;
}

export interface ConfirmCallbackProps extends Pick<ConfirmDialogProps, "call" | "online" | "onClose"> {
  /** Undefined: closed. */
  readonly action: CallbackAction | undefined;
  readonly profile: Profile;
  readonly onConfirm: (action: CallbackAction) => void;
}

export function ConfirmCallback({ action, profile, onConfirm, ...rest }: ConfirmCallbackProps): ReactElement {
  return (
    <ConfirmDialog
      {...rest}
      confirmation={action === undefined ? undefined : confirmationOf(action, profileTitle(profile))}
      onConfirm={() => (action === undefined ? undefined : onConfirm(action))}
    >
      {action === undefined ? undefined : <CallbackImpact action={action} profile={profile} />}
    </ConfirmDialog>
  );
}

function CallbackImpact({
  action,
  profile,
}: {
  readonly action: CallbackAction;
  readonly profile: Profile;
}): ReactElement {
  return (
    <>
      <Callout
        title={t(($) => $.network.callback.impact, {
          profile: profileTitle(profile),
          endpoints: formatText(profile.endpoints.sentence),
        })}
        tone="waiting"
      >
        <p>
          {action.assignment.state === "none"
            ? t(($) => $.network.callback.removeEffect)
            : t(($) => $.network.callback.setEffect, { callback: callbackLabel(action.assignment) })}
        </p>
      </Callout>
      <Before profile={profile} />
    </>
  );
}

function Before({ profile: { callback } }: { readonly profile: Profile }): ReactElement {
  const { assignment, lost, earlier } = callback;
  if (assignment.state === "none") return <p>{t(($) => $.network.callback.currentNone)}</p>;
  if (assignment.state === "uses")
    return <p>{t(($) => $.network.callback.current, { callback: callbackLabel(assignment) })}</p>;
  if (lost !== undefined && earlier !== undefined)
    return (
      <p>
        {earlier.assignment.state === "none"
          ? t(($) => $.network.callback.beforeLostNone)
          : t(($) => $.network.callback.beforeLost, { callback: callbackLabel(earlier.assignment) })}
      </p>
    );
  return (
    <Callout title={t(($) => $.network.callback.notUndoable)} tone="unknown">
      <p>{t(($) => $.network.callback.notUndoableHelp)}</p>
    </Callout>
  );
}

function confirmationOf({ assignment, undoOf }: CallbackAction, profile: string): Confirmation {
  const danger = assignment.state === "none";
  if (undoOf !== undefined)
    return {
      title: t(($) => $.network.callback.undoTitle, { profile }),
      confirmLabel: t(($) => $.network.callback.undo),
      danger,
    };
  if (danger)
    return {
      title: t(($) => $.network.callback.removeTitle, { profile }),
      confirmLabel: t(($) => $.network.callback.remove),
      danger,
    };
  return {
    title: t(($) => $.network.callback.setTitle, { profile, callback: callbackLabel(assignment) }),
    confirmLabel: t(($) => $.network.callback.set),
  };
}
