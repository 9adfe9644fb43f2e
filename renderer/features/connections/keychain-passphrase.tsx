/** A new passphrase for the file that keeps the tokens, typed twice. */
import { Button, PasswordInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import { secretInputProps, useSecret } from "./use-secret.ts";

/** The treaty takes no shorter one. */
const leastLength = 8;

// A div and not a form: it stands inside the form that connects, and forms do not nest.
export function KeychainPassphrase(): ReactElement {
  const first = useSecret();
  const second = useSecret();
  const { attach: attachFirst } = first;
  const { attach: attachSecond } = second;
  const { busy, failure, run } = useCall();
  const [mistake, setMistake] = useState<{ readonly at: "first" | "second"; readonly sentence: string }>();
  const load = useFleetdesk((state) => state.loadKeychain);

  const submit = async (): Promise<void> => {
    const passphrase = first.read();
    if (passphrase.length < leastLength) {
      setMistake({ at: "first", sentence: `The passphrase needs at least ${leastLength} characters.` });
      first.focus();
    } else if (passphrase !== second.read()) {
      setMistake({ at: "second", sentence: "The two passphrases differ." });
      second.focus();
    } else {
      await run(async () => {
        await fleet.keychain.choose({ protection: "file", passphrase });
        first.clear();
        second.clear();
        await load();
      });
    }
  };
  const sentence = mistake?.at === "first" ? mistake.sentence : failure?.message;
  return (
    <div
      className={classes["choices"]}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void submit();
      }}
      role="presentation"
    >
      <PasswordInput
        {...secretInputProps}
        description="Asked at each start of Fleetdesk. Nobody can recover it; without it you sign in anew."
        error={sentence}
        label="Passphrase"
        onChange={() => setMistake(undefined)}
        ref={attachFirst}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the passphrase" }}
      />
      <PasswordInput
        {...secretInputProps}
        error={mistake?.at === "second" ? mistake.sentence : undefined}
        label="The same again"
        onChange={() => setMistake(undefined)}
        ref={attachSecond}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the repeated passphrase" }}
      />
      <div className={classes["actions"]}>
        <Button loading={busy} onClick={() => void submit()}>
          Make the file
        </Button>
      </div>
    </div>
  );
}
