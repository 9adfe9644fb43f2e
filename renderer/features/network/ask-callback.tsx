/** A change of where received SMS go says first whom it reaches and whether it can be put back, and waits for a yes. */
import { formatText, t } from "#shared/texts/text.ts";
import { Modal } from "@mantine/core";
import type { ReactElement } from "react";
import type { Failure } from "#contract/kit.ts";
import type { CallbackStand, Profile } from "#contract/profiles.ts";
import { Callout } from "../../ui/callout.tsx";
import { AskForm } from "./ask-form.tsx";
import { callbackWords, profileTitle } from "./network-model.ts";

/** Where they are to go. */
export interface CallbackDeed {
  readonly stand: Exclude<CallbackStand, { readonly state: "unknown" }>;
  /** The change that is taken back. */
  readonly undoOf?: number;
}

export interface AskCallbackProps {
  /** Undefined: not asked, closed. */
  readonly deed: CallbackDeed | undefined;
  readonly profile: Profile;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onYes: (deed: CallbackDeed) => void;
  readonly onClose: () => void;
}

export function AskCallback({ deed, onClose, ...rest }: AskCallbackProps): ReactElement {
  const title = deed === undefined ? "" : titleOf(deed, profileTitle(rest.profile));
  return (
    <Modal onClose={onClose} opened={deed !== undefined} title={title}>
      {deed === undefined ? undefined : <Asked deed={deed} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function Asked({
  deed,
  profile,
  onYes,
  ...rest
}: Omit<AskCallbackProps, "deed"> & { readonly deed: CallbackDeed }): ReactElement {
  const removes = deed.stand.state === "none";
  return (
    <AskForm danger={removes} onYes={() => onYes(deed)} yes={submitText(deed)} {...rest}>
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
            : t(($) => $.network.callback.setEffect, { callback: callbackWords(deed.stand) })}
        </p>
      </Callout>
      <Before profile={profile} />
    </AskForm>
  );
}

function Before({ profile: { callback } }: { readonly profile: Profile }): ReactElement {
  const { stand, lost, earlier } = callback;
  if (stand.state === "none") return <p>{t(($) => $.network.callback.currentNone)}</p>;
  if (stand.state === "uses") return <p>{t(($) => $.network.callback.current, { callback: callbackWords(stand) })}</p>;
  if (lost !== undefined && earlier !== undefined)
    return (
      <p>
        {earlier.stand.state === "none"
          ? t(($) => $.network.callback.beforeLostNone)
          : t(($) => $.network.callback.beforeLost, { callback: callbackWords(earlier.stand) })}
      </p>
    );
  return (
    <Callout title={t(($) => $.network.callback.notUndoable)} tone="unknown">
      <p>{t(($) => $.network.callback.notUndoableHelp)}</p>
    </Callout>
  );
}

function titleOf({ stand, undoOf }: CallbackDeed, profile: string): string {
  if (undoOf !== undefined) return t(($) => $.network.callback.undoTitle, { profile });
  if (stand.state === "none") return t(($) => $.network.callback.removeTitle, { profile });
  return t(($) => $.network.callback.setTitle, { profile, callback: callbackWords(stand) });
}

function submitText({ stand, undoOf }: CallbackDeed): string {
  if (undoOf !== undefined) return t(($) => $.network.callback.undo);
  return stand.state === "none" ? t(($) => $.network.callback.remove) : t(($) => $.network.callback.set);
}
