/** Where tokens are stored; without a system keychain, the options are shown inline. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import classes from "./connect.module.css";
import { KeychainChoices } from "./keychain-choices.tsx";
import { useActionCall } from "../../app/actions/run-action.tsx";
import { unlockKeychain } from "./connection-actions.ts";
import { EnterSubmits } from "./enter-submits.tsx";
import { SecretInput } from "./secret-input.tsx";
import { useSecret } from "./use-secret.ts";

export function KeychainPanel(): ReactElement | undefined {
  const keychainState = useFleetQuery("keychain.get", {});
  const keychain = dataOf(keychainState);
  if (keychain === undefined) {
    return (
      <FailureCallout
        actions={
          <Button onClick={() => void reloadQueries("keychain.get")}>{t(($) => $.connections.keychain.reload)}</Button>
        }
        failure={failureIn(keychainState)}
        title={t(($) => $.connections.keychain.notLoaded)}
      />
    );
  }
  if (keychain.state === "locked") return <KeychainUnlock />;
  const { protection } = keychain;
  if (keychain.state === "undecided" || protection === undefined)
    return <KeychainChoices problem={keychain.systemProblem} />;
  return (
    <div>
      <p className={classes["protection"]}>
        <IconLock aria-hidden="true" size={14} stroke={1.6} />
        {t(($) => $.connections.session.protection[protection])}
      </p>
      {keychain.note === undefined ? undefined : <p className="muted">{formatText(keychain.note)}</p>}
    </div>
  );
}

/** Prompts for the passphrase of the encrypted token file. */
function KeychainUnlock(): ReactElement {
  const secret = useSecret();
  const { busy, failure, disabledReason, run } = useActionCall(unlockKeychain, { passphrase: "" });
  const [isEmpty, setEmpty] = useState(false);

  const submit = async (): Promise<void> => {
    const passphrase = secret.read();
    setEmpty(passphrase === "");
    if (passphrase === "") return;
    if (await run({ passphrase })) secret.clear();
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
        <div className="controls">
          <Button
            disabled={disabledReason !== undefined}
            loading={busy}
            onClick={() => void submit()}
            title={disabledReason}
          >
            {t(($) => $.connections.keychain.unlock)}
          </Button>
        </div>
      </EnterSubmits>
    </Callout>
  );
}
