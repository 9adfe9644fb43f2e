/** What protects the tokens on this computer, and changing it. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./connections.module.css";
import { KeychainChoices, SystemProblem } from "./keychain-choices.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";

export function KeychainSection(): ReactElement {
  const keychain = useFleetdesk((state) => shown(state.keychain));
  const [changing, setChanging] = useState(false);
  const isWeak = keychain?.state === "ready" && keychain.protection !== "system";
  return (
    // A form, so that the browser does not miss one around the passphrase; its fields send themselves.
    <form className={classes["column"]} onSubmit={(event) => event.preventDefault()}>
      <Panel
        aside={keychain === undefined ? undefined : <KeychainPill state={keychain.state} />}
        title="Where tokens are kept"
      >
        <KeychainPanel />
        {isWeak && !changing ? <SystemProblem problem={keychain.systemProblem} /> : undefined}
        {isWeak ? (
          <div className={classes["actions"]}>
            <Button aria-expanded={changing} onClick={() => setChanging(!changing)}>
              Change where tokens are kept…
            </Button>
          </div>
        ) : undefined}
        {isWeak && changing ? (
          <KeychainChoices
            note="Tokens that were kept before stay where they are; a connection may ask to be signed in again."
            problem={keychain.systemProblem}
            title="Keep tokens elsewhere"
          />
        ) : undefined}
        <p className="muted">
          Passwords are never kept. Of an application token the token itself is kept, of a user the pair of tokens that
          the service gave. This window never sees them again.
        </p>
      </Panel>
    </form>
  );
}

function KeychainPill({ state }: { readonly state: "ready" | "undecided" | "locked" }): ReactElement {
  switch (state) {
    case "ready":
      return <StatusPill tone="good">open</StatusPill>;
    case "locked":
      return <StatusPill tone="waiting">locked</StatusPill>;
    case "undecided":
      return <StatusPill tone="waiting">to be chosen</StatusPill>;
  }
}
