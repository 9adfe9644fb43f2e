/** The passphrase file waits for its passphrase. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
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
    <Callout title="The tokens are locked" tone="waiting">
      <p>They are kept in a file on this computer that your passphrase protects.</p>
      <EnterSubmits onSubmit={() => void submit()}>
        <SecretInput
          error={isEmpty ? "Enter the passphrase." : failure?.message}
          label="Passphrase"
          onTyped={() => setEmpty(false)}
          secret={secret}
          what="passphrase"
        />
        <div className={classes["actions"]}>
          <Button loading={busy} onClick={() => void submit()}>
            Unlock
          </Button>
        </div>
      </EnterSubmits>
    </Callout>
  );
}
