/** Sets a passphrase for the encrypted token file, entered twice. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import { EnterSubmits } from "./enter-submits.tsx";
import { SecretInput } from "./secret-input.tsx";
import { useSecret } from "./use-secret.ts";

/** Minimum length in the contract. */
const minLength = 8;

export function KeychainPassphrase(): ReactElement {
  const first = useSecret();
  const second = useSecret();
  const { busy, failure, run } = useCall();
  const [error, setError] = useState<{ readonly at: "first" | "second"; readonly sentence: string }>();
  const load = useFleetdesk((state) => state.loadKeychain);

  const submit = async (): Promise<void> => {
    const passphrase = first.read();
    if (passphrase.length < minLength) {
      setError({
        at: "first",
        sentence: t(($) => $.connections.validation.passphraseTooShort, { limit: minLength }),
      });
      first.focus();
    } else if (passphrase !== second.read()) {
      setError({ at: "second", sentence: t(($) => $.connections.validation.passphrasesDiffer) });
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
  const sentence = error?.at === "first" ? error.sentence : failure && formatText(failure.text);
  return (
    <EnterSubmits onSubmit={() => void submit()}>
      <SecretInput
        description={t(($) => $.connections.keychain.passphraseHelp)}
        error={sentence}
        label={t(($) => $.connections.keychain.passphrase)}
        onEdit={() => setError(undefined)}
        secret={first}
        showLabel={t(($) => $.connections.fields.showPassphrase)}
      />
      <SecretInput
        error={error?.at === "second" ? error.sentence : undefined}
        label={t(($) => $.connections.keychain.confirmPassphrase)}
        onEdit={() => setError(undefined)}
        secret={second}
        showLabel={t(($) => $.connections.fields.showConfirmation)}
      />
      <div className={classes["actions"]}>
        <Button loading={busy} onClick={() => void submit()}>
          {t(($) => $.connections.keychain.createFile)}
        </Button>
      </div>
    </EnterSubmits>
  );
}
