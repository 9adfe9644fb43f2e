/** Prompts for the passphrase of the encrypted token file. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import { EnterSubmits } from "./enter-submits.tsx";
import { SecretInput } from "./secret-input.tsx";
import { useSecret } from "./use-secret.ts";

export function KeychainUnlock(): ReactElement {
  const secret = useSecret();
  const { busy, failure, run } = useCall();
  const [isEmpty, setEmpty] = useState(false);
  const load = useFleetdesk((state) => state.loadKeychain);

  const submit = async (): Promise<void> => {
    const passphrase = secret.read();
    setEmpty(passphrase === "");
    if (passphrase === "") return;
    await run(async () => {
      await fleet.keychain.unlock({ passphrase });
      secret.clear();
      await load();
    });
  };
  return (
    <Callout title={t(($) => $.connections.keychain.locked)} tone="waiting">
      <p>{t(($) => $.connections.keychain.lockedHelp)}</p>
      <EnterSubmits onSubmit={() => void submit()}>
        <SecretInput
          error={isEmpty ? t(($) => $.connections.validation.passphraseMissing) : failure && formatText(failure.text)}
          label={t(($) => $.connections.keychain.passphrase)}
          onEdit={() => setEmpty(false)}
          secret={secret}
          showLabel={t(($) => $.connections.fields.showPassphrase)}
        />
        <div className={classes["actions"]}>
          <Button loading={busy} onClick={() => void submit()}>
            {t(($) => $.connections.keychain.unlock)}
          </Button>
        </div>
      </EnterSubmits>
    </Callout>
  );
}
