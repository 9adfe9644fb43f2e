/** Where the SMS go that endpoints of a profile send. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile } from "#contract/profiles.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { AskCallback, type CallbackDeed } from "./ask-callback.tsx";
import { CallbackField } from "./callback-field.tsx";
import classes from "./network.module.css";
import { callbackWords, fromWords, useTone } from "./network-model.ts";

type Said = Awaited<ReturnType<typeof fleet.profiles.setCallback>>;

export function ProfileCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const load = useFleetdesk((state) => state.loadNetwork);
  const online = useFleetdesk((state) => state.networkOnline);
  const [typed, setTyped] = useState("");
  const [deed, setDeed] = useState<CallbackDeed>();
  const [said, setSaid] = useState<Said>();
  const { busy, failure, run, forgetFailure } = useCall();
  const { callback } = profile;
  const { earlier } = callback;
  const begin = (next: CallbackDeed): void => {
    forgetFailure();
    setSaid(undefined);
    setDeed(next);
  };
  const askFor = (id: string): void =>
    void run(async () => {
      // Sends nothing: an id that can be none is told at its field, before anybody is asked.
      await fleet.profiles.check({ name: profile.id, callback: id });
      begin({ stand: { state: "uses", callback: id } });
    });
  const change = ({ stand, undoOf }: CallbackDeed): void =>
    void run(async () => {
      const wanted = stand.state === "uses" ? { callback: stand.callback } : {};
      const taken = undoOf === undefined ? {} : { undoOf };
      setSaid(await fleet.profiles.setCallback({ profile: profile.id, ...wanted, ...taken }));
      setDeed(undefined);
      setTyped("");
      await load();
    });
  return (
    <Panel title={t(($) => $.network.callback.title)}>
      <p className={classes["line"]}>
        <StatusPill tone={useTone(callback)}>{callbackWords(callback.stand)}</StatusPill>
        <span className="muted">{callback.source === undefined ? "" : fromWords(callback.source)}</span>
      </p>
      {callback.lost === undefined ? undefined : (
        <Callout title={t(($) => $.network.callback.lostTitle)} tone="unknown">
          <p>{t(($) => $.network.callback.lost, { callback: callbackWords(callback.lost.wanted) })}</p>
        </Callout>
      )}
      {said === undefined ? undefined : (
        <Callout tone={said.outcome === "unknown" ? "unknown" : "good"}>
          <p>
            {t(($) => $.network.callback.changed, {
              message: formatText(said.message),
              callback: callbackWords(said.before),
            })}
          </p>
        </Callout>
      )}
      {deed === undefined && aboutNoField(failure, ["callback"]) ? (
        <Callout title={t(($) => $.network.callback.notChanged)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      ) : undefined}
      {earlier === undefined ? undefined : (
        <p className={classes["line"]}>
          <span>{t(($) => $.network.callback.earlier, { callback: callbackWords(earlier.stand) })}</span>
          <Button disabled={busy || !online} onClick={() => begin(putBack(earlier))}>
            {t(($) => $.network.callback.undoBegin)}
          </Button>
        </p>
      )}
      <form
        className={classes["row"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          askFor(typed.trim());
        }}
      >
        <CallbackField
          error={byField(failure)["callback"]}
          label={t(($) => $.network.callback.id)}
          onChange={(id) => {
            forgetFailure();
            setTyped(id);
          }}
          value={typed}
        />
        <Button disabled={!online} loading={busy} type="submit">
          {t(($) => $.network.callback.setBegin)}
        </Button>
        <Button
          disabled={busy || !online || callback.stand.state === "none"}
          onClick={() => begin({ stand: { state: "none" } })}
        >
          {t(($) => $.network.callback.removeBegin)}
        </Button>
        <NoNetwork online={online} />
      </form>
      <AskCallback
        busy={busy}
        deed={deed}
        failure={failure}
        onClose={() => {
          forgetFailure();
          setDeed(undefined);
        }}
        onYes={change}
        profile={profile}
      />
    </Panel>
  );
}

function putBack({ change, stand }: NonNullable<Profile["callback"]["earlier"]>): CallbackDeed {
  return { stand: stand.state === "uses" ? stand : { state: "none" }, undoOf: change };
}
