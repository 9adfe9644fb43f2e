/** Confirms a change of the callback for received SMS, after showing its impact and whether it can be undone. */
import { formatText, t } from "#shared/texts/text.ts";
import { Modal } from "@mantine/core";
import type { ReactElement } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import type { CallbackAssignment, Profile } from "#shared/contract/network/profiles.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { callbackLabel, profileTitle } from "./network-labels.ts";

/** The new destination. */
export interface CallbackAction {
  readonly assignment: Exclude<CallbackAssignment, { readonly state: "unknown" }>;
  /** Number of the change that is undone. */
  readonly undoOf?: number;
}

export interface ConfirmCallbackProps {
  /** Undefined: closed. */
  readonly action: CallbackAction | undefined;
  readonly profile: Profile;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onConfirm: (action: CallbackAction) => void;
  readonly onClose: () => void;
}

export function ConfirmCallback({ action, onClose, ...rest }: ConfirmCallbackProps): ReactElement {
  const title = action === undefined ? "" : titleOf(action, profileTitle(rest.profile));
  return (
    <Modal onClose={onClose} opened={action !== undefined} title={title}>
      {action === undefined ? undefined : <ConfirmCallbackForm action={action} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function ConfirmCallbackForm({
  action,
  profile,
  onConfirm,
  ...rest
}: Omit<ConfirmCallbackProps, "action"> & { readonly action: CallbackAction }): ReactElement {
  const removes = action.assignment.state === "none";
  return (
    <ConfirmForm danger={removes} onConfirm={() => onConfirm(action)} confirmLabel={submitText(action)} {...rest}>
      <Callout
        title={t(($) => $.network.callback.impact, {
          profile: profileTitle(profile),
          endpoints: formatText(profile.endpoints.sentence),
        })}
        tone="waiting"
      >
        <p>
          {removes
            ? t(($) => $.network.callback.removeEffect)
            : t(($) => $.network.callback.setEffect, { callback: callbackLabel(action.assignment) })}
        </p>
      </Callout>
      <Before profile={profile} />
    </ConfirmForm>
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

function titleOf({ assignment, undoOf }: CallbackAction, profile: string): string {
  if (undoOf !== undefined) return t(($) => $.network.callback.undoTitle, { profile });
  if (assignment.state === "none") return t(($) => $.network.callback.removeTitle, { profile });
  return t(($) => $.network.callback.setTitle, { profile, callback: callbackLabel(assignment) });
}

function submitText({ assignment, undoOf }: CallbackAction): string {
  if (undoOf !== undefined) return t(($) => $.network.callback.undo);
  return assignment.state === "none" ? t(($) => $.network.callback.remove) : t(($) => $.network.callback.set);
}
