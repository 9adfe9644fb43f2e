/** The three choices where the system has no keychain: a file with a passphrase, this session only, try again. */
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
  /** What the choice does not change. */
  readonly note?: string;
}

/** The keychain's own words, for those who mend it. */
export function SystemProblem({ problem }: { readonly problem: string | undefined }): ReactElement | undefined {
  if (problem === undefined) return undefined;
  return (
    <details>
      <summary>Why the system's keychain cannot be used</summary>
      <p className="mono">{problem}</p>
    </details>
  );
}

export function KeychainChoices({ problem, title, note }: KeychainChoicesProps): ReactElement {
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
      {note === undefined ? undefined : <p>{note}</p>}
      <p>
        Tokens are never stored as plain text, so something else has to protect them. Recommended: a file with a
        passphrase. You enter the passphrase once each time Fleetdesk starts.
      </p>
      <div className={classes["actions"]}>
        <Button aria-expanded={withFile} disabled={busy} onClick={() => setWithFile(!withFile)} variant="filled">
          Use a file with a passphrase
        </Button>
        <Button disabled={busy} onClick={() => choose("memory")}>
          Keep them for this session only
        </Button>
        <Button disabled={busy} onClick={() => choose("system")}>
          Try the system's keychain again
        </Button>
      </div>
      <SystemProblem problem={problem} />
      {withFile ? <KeychainPassphrase /> : undefined}
      {failure === undefined ? undefined : (
        <Callout title="This choice could not be made" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
    </Callout>
  );
}
