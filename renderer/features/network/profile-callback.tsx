/** Where the SMS go that endpoints of a profile send. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Profile } from "#contract/profiles.ts";
import { aboutNoField, byField } from "../../lib/field-failure.ts";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { CallbackField } from "./callback-field.tsx";
import classes from "./network.module.css";
import { callbackWords, fromWords, useTone } from "./network-model.ts";

type Said = Awaited<ReturnType<typeof fleet.profiles.setCallback>>;

export function ProfileCallback({ profile }: { readonly profile: Profile }): ReactElement {
  const load = useFleetdesk((state) => state.loadNetwork);
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState<Said>();
  const { busy, failure, run, forgetFailure } = useCall();
  const { callback } = profile;
  const change = (id: string | undefined): void =>
    void run(async () => {
      setSaid(await fleet.profiles.setCallback({ profile: profile.id, ...(id === undefined ? {} : { callback: id }) }));
      setTyped("");
      await load();
    });
  return (
    <Panel title="Received SMS go to">
      <p className={classes["line"]}>
        <StatusPill tone={useTone(callback)}>{callbackWords(callback.stand)}</StatusPill>
        <span className="muted">{callback.source === undefined ? "" : fromWords(callback.source)}</span>
      </p>
      {callback.lost === undefined ? undefined : (
        <Callout title="What came of the last change is not known" tone="unknown">
          <p>It was to become {callbackWords(callback.lost.wanted)}. Doing it once more is safe.</p>
        </Callout>
      )}
      {said === undefined ? undefined : (
        <Callout tone={said.outcome === "unknown" ? "unknown" : "good"}>
          <p>
            {said.message} Before: {callbackWords(said.before)}.
          </p>
        </Callout>
      )}
      {aboutNoField(failure, ["callback"]) ? (
        <Callout title="It was not changed" tone="bad">
          <p>{failure.message}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      ) : undefined}
      <form
        className={classes["row"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change(typed.trim());
        }}
      >
        <CallbackField
          error={byField(failure)["callback"]}
          label="Id of an API callback"
          onChange={(id) => {
            forgetFailure();
            setTyped(id);
          }}
          value={typed}
        />
        <Button loading={busy} type="submit">
          Send them there
        </Button>
        <Button disabled={busy || callback.stand.state === "none"} onClick={() => change(undefined)}>
          Send them nowhere
        </Button>
      </form>
    </Panel>
  );
}
