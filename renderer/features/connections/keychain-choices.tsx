/** The three choices where the system has no keychain: try again, this session only, a file with a passphrase. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { fleet } from "../../lib/fleet.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import classes from "./connect.module.css";
import { KeychainPassphrase } from "./keychain-passphrase.tsx";

export interface KeychainChoicesProps {
  /** Why the system's keychain cannot be used. */
  readonly problem: string | undefined;
  /** Said instead of the usual title, where a choice was made before. */
  readonly title?: string;
}

export function KeychainChoices({ problem, title }: KeychainChoicesProps): ReactElement {
  const { busy, failure, run } = useCall();
  const [withFile, setWithFile] = useState(false);
  const load = useFleetdesk((state) => state.loadKeychain);
  const choose = (protection: "system" | "memory"): void =>
    void run(async () => {
      await fleet.keychain.choose({ protection });
      await load();
    });
  return (
    <Callout title={title ?? "This computer offers no keychain to keep tokens in"} tone="waiting">
      {problem === undefined ? undefined : <p>{problem}</p>}
      <p className="muted">Tokens are never written down in clear text. Choose what shall protect them:</p>
      <div className={classes["actions"]}>
        <Button disabled={busy} onClick={() => choose("system")}>
          Try the system's keychain again
        </Button>
        <Button disabled={busy} onClick={() => choose("memory")}>
          Keep them for this session only
        </Button>
        <Button aria-expanded={withFile} disabled={busy} onClick={() => setWithFile(!withFile)}>
          Use a file with a passphrase
        </Button>
      </div>
      {withFile ? <KeychainPassphrase /> : undefined}
      {failure === undefined ? undefined : (
        <Callout title="This choice could not be made" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
    </Callout>
  );
}
