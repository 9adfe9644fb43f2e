/** A change of where received SMS go says first whom it reaches and whether it can be put back, and waits for a yes. */
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
  const yes = deed.undoOf === undefined ? (removes ? "Send them nowhere" : "Send them there") : "Put it back";
  return (
    <AskForm danger={removes} onYes={() => onYes(deed)} yes={yes} {...rest}>
      <Callout title={`The change reaches ${profileTitle(profile)}: ${profile.endpoints.sentence}.`} tone="waiting">
        <p>
          {removes
            ? "Received SMS of these endpoints are then delivered nowhere."
            : `Received SMS of these endpoints are then delivered to ${callbackWords(deed.stand)}.`}
        </p>
      </Callout>
      <Before profile={profile} />
    </AskForm>
  );
}

function Before({ profile: { callback } }: { readonly profile: Profile }): ReactElement {
  const { stand, lost, earlier } = callback;
  if (stand.state !== "unknown") return <p>Now they go to {nowWords(stand)}; this is kept, and can be put back.</p>;
  if (lost !== undefined && earlier !== undefined)
    return <p>Before the change whose answer was lost they went to {nowWords(earlier.stand)}; this stays kept.</p>;
  return (
    <Callout title="This cannot be put back from here" tone="unknown">
      <p>Where they go now is not known: the service has not told it. What this replaces is lost to this computer.</p>
    </Callout>
  );
}

/** Completes "they go to …". */
function nowWords(stand: CallbackStand): string {
  return stand.state === "none" ? "no callback" : callbackWords(stand);
}

function titleOf({ stand, undoOf }: CallbackDeed, name: string): string {
  if (undoOf !== undefined) return `Put back where received SMS of ${name} went`;
  if (stand.state === "none") return `Send received SMS of ${name} nowhere`;
  return `Send received SMS of ${name} to ${callbackWords(stand)}`;
}
