/** The destination of SMS that endpoints of a profile send. */
import { formatText, t } from "#shared/texts/text.ts";
import { useSendBlocker } from "../../app/actions/run-action.tsx";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile, CallbackAssignment } from "#shared/contract/network/profiles.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { SendBlocker } from "../../ui/send-blocker.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { CallbackField } from "./callback-field.tsx";
import classes from "./network.module.css";
import { callbackLabel, dataSourceText, useTone, profileTitle } from "./network-labels.ts";
import type { Confirmation } from "../../lib/confirmation.ts";
import { type ConfirmDialogProps, ConfirmDialog } from "../../ui/confirm-dialog.tsx";

type SetCallbackResult = Awaited<ReturnType<typeof fleet.profiles.setCallback>>;

export function ProfileCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const blocker = useSendBlocker();
  const [input, setInput] = useState("");
  const [action, setAction] = useState<CallbackAction>();
  const [result, setResult] = useState<SetCallbackResult>();
  const call = useCall();
  const { busy, failure, run, clearFailure } = call;
  const { callback } = profile;
  const { earlier } = callback;
  const begin = (next: CallbackAction): void => {
    clearFailure();
    setResult(undefined);
    setAction(next);
  };
  const checkAndConfirm = (id: string): void =>
    void run(async () => {
      // Validates only, without sending: an invalid id is reported at its field before the confirmation opens.
      await fleet.profiles.check({ name: profile.id, callback: id });
      begin({ assignment: { state: "uses", callback: id } });
    });
  const change = ({ assignment, undoOf }: CallbackAction): void =>
    void run(async () => {
      const target = assignment.state === "uses" ? { callback: assignment.callback } : {};
      const undoOption = undoOf === undefined ? {} : { undoOf };
      setResult(await fleet.profiles.setCallback({ profile: profile.id, ...target, ...undoOption }));
      setAction(undefined);
      setInput("");
      await reloadQueries("dns.list", "profiles.list");
    });
  return (
    <Panel title={t(($) => $.network.callback.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(callback)}>{callbackLabel(callback.assignment)}</StatusPill>
        <span className="muted">{callback.source === undefined ? "" : dataSourceText(callback.source)}</span>
      </p>
      {callback.lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.callback.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.callback.lost, { callback: callbackLabel(callback.lost.requested) })}</p>
        </Callout>
      )}
      {result === undefined ? undefined : (
        <Callout tone={result.outcome === "unknown" ? "unknown" : "good"}>
          <p>
            {t(($) => $.network.callback.changed, {
              message: formatText(result.message),
              callback: callbackLabel(result.before),
            })}
          </p>
        </Callout>
      )}
      {action === undefined && aboutNoField(failure, ["callback"]) ? (
        <Callout title={t(($) => $.network.callback.notChanged)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      ) : undefined}
      {earlier === undefined ? undefined : (
        <p className={classes["line"]}>
          <span>{t(($) => $.network.callback.earlier, { callback: callbackLabel(earlier.assignment) })}</span>
          <Button disabled={busy || blocker !== undefined} onClick={() => begin(undoActionOf(earlier))}>
            {t(($) => $.network.callback.undoBegin)}
          </Button>
        </p>
      )}
      <form
        className={classes["row"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          checkAndConfirm(input.trim());
        }}
      >
        <CallbackField
          error={byField(failure)["callback"]}
          label={t(($) => $.network.callback.id)}
          onChange={(id) => {
            clearFailure();
            setInput(id);
          }}
          value={input}
        />
        <Button disabled={blocker !== undefined} loading={busy} type="submit">
          {t(($) => $.network.callback.setBegin)}
        </Button>
        <Button
          disabled={busy || blocker !== undefined || callback.assignment.state === "none"}
          onClick={() => begin({ assignment: { state: "none" } })}
        >
          {t(($) => $.network.callback.removeBegin)}
        </Button>
        <SendBlocker reason={blocker} />
      </form>
      <ConfirmCallback
        action={action}
        call={call}
        onClose={() => {
          clearFailure();
          setAction(undefined);
        }}
        onConfirm={change}
        blocker={blocker}
        profile={profile}
      />
    </Panel>
  );
}

function undoActionOf({ change, assignment }: NonNullable<Profile["callback"]["earlier"]>): CallbackAction {
  return { assignment: assignment.state === "uses" ? assignment : { state: "none" }, undoOf: change };
}

// Confirms a change of the callback for received SMS, after showing its impact and whether it can be undone.

/** The new destination. */
interface CallbackAction {
  readonly assignment: Exclude<CallbackAssignment, { readonly state: "unknown" }>;
  /** Number of the change that is undone. */
  readonly undoOf?: number;
}

interface ConfirmCallbackProps extends Pick<ConfirmDialogProps, "call" | "blocker" | "onClose"> {
  /** Undefined: closed. */
  readonly action: CallbackAction | undefined;
  readonly profile: Profile;
  readonly onConfirm: (action: CallbackAction) => void;
}

function ConfirmCallback({ action, profile, onConfirm, ...rest }: ConfirmCallbackProps): ReactElement {
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
