/** Where tokens are stored; without a system keychain, the options are shown inline. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import classes from "./connect.module.css";
import { KeychainChoices } from "./keychain-choices.tsx";
import { KeychainUnlock } from "./keychain-unlock.tsx";
import { protectionSentence } from "./session-labels.ts";

export function KeychainPanel(): ReactElement | undefined {
  const keychainState = useFleetdesk((state) => state.keychain);
  const load = useFleetdesk((state) => state.loadKeychain);
  const keychain = dataOf(keychainState);
  if (keychain === undefined) {
    if (keychainState.state !== "failed") return undefined;
    return (
      <Callout
        actions={<Button onClick={() => void load()}>{t(($) => $.connections.keychain.reload)}</Button>}
        title={t(($) => $.connections.keychain.notLoaded)}
        tone="bad"
      >
        <p>{formatText(keychainState.failure.text)}</p>
      </Callout>
    );
  }
  if (keychain.state === "locked") return <KeychainUnlock />;
  if (keychain.state === "undecided" || keychain.protection === undefined)
    return <KeychainChoices problem={keychain.systemProblem} />;
  return (
    <div>
      <p className={classes["protection"]}>
        <IconLock aria-hidden="true" size={14} stroke={1.6} />
        {protectionSentence[keychain.protection]}
      </p>
      {keychain.note === undefined ? undefined : <p className="muted">{formatText(keychain.note)}</p>}
    </div>
  );
}
