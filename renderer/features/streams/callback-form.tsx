/** A new API callback: a URL and what it is for. What is typed is kept until it is created. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { keepText, keptText } from "../../lib/kept-text.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { NoNetwork } from "../../ui/no-network.tsx";
import { useCall } from "../../ui/use-call.ts";
import { SentAnswer } from "./sent-answer.tsx";
import { helpBelow, monoInput } from "./field-looks.ts";
import classes from "./streams.module.css";
import { fieldOf, mistakesOf } from "./streams-model.ts";

const keys = { url: "streams/callback/url", purpose: "streams/callback/purpose" };
type Typed = Readonly<Record<keyof typeof keys, string>>;
type Said = Awaited<ReturnType<typeof fleet.streams.createCallback>>;

export function CallbackForm(): ReactElement {
  const [typed, setTyped] = useState<Typed>(() => ({ url: keptText(keys.url), purpose: keptText(keys.purpose) }));
  const [said, setSaid] = useState<Said>();
  const refine = useFleetdesk((state) => state.refine);
  const announce = useFleetdesk((state) => state.announce);
  const online = useFleetdesk((state) => state.networkOnline);
  const { busy, failure, run, forgetFailure } = useCall();
  const field = fieldOf(failure);
  const mistakes = mistakesOf(failure);
  const errorOf = (name: keyof Typed): string | undefined => mistakes[name];
  const put = (name: keyof Typed, value: string): void => {
    keepText(keys[name], value);
    setTyped({ ...typed, [name]: value });
    setSaid(undefined);
    forgetFailure();
  };
  const create = (allowSame: boolean): void =>
    void run(async () => {
      const answer = await fleet.streams.createCallback({ ...typed, allowSame });
      setSaid(answer);
      if (answer.outcome !== "created") return;
      for (const key of Object.values(keys)) keepText(key, "");
      announce(answer.message);
      refine({ callback: answer.id ?? answer.key }, { replace: true });
    });
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create(false);
      }}
    >
      <h2 className={classes["title"]}>New API callback</h2>
      <TextInput
        {...helpBelow}
        autoComplete="off"
        classNames={monoInput}
        description="The address of yours that the service posts to."
        error={errorOf("url")}
        label="URL"
        onChange={({ currentTarget }) => put("url", currentTarget.value)}
        placeholder="https://fleet.example.com/in"
        spellCheck={false}
        value={typed.url}
      />
      <TextInput
        {...helpBelow}
        description="What it is used for, in a few words; the service keeps it beside the URL."
        error={errorOf("purpose")}
        label="Purpose"
        onChange={({ currentTarget }) => put("purpose", currentTarget.value)}
        value={typed.purpose}
      />
      {failure === undefined || field === "url" || field === "purpose" ? undefined : (
        <Callout title="It was not created" tone="bad">
          <p>{failure.message}</p>
          <p className="mono">{failure.code}</p>
        </Callout>
      )}
      {said === undefined || said.outcome === "created" ? undefined : (
        <SentAnswer
          busy={busy || !online}
          mayRepeatLost
          onSendAllTheSame={() => create(true)}
          said={{ ...said, of: "callback" }}
        />
      )}
      <div className={classes["deeds"]}>
        <Button disabled={!online} loading={busy} type="submit" variant="filled">
          Create
        </Button>
        <NoNetwork online={online} />
      </div>
    </form>
  );
}
