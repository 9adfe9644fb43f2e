/** Shows and changes how the tokens on this computer are protected. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useFleetData } from "../../data/fleet-query.ts";
import { Panel } from "../../ui/panel.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import classes from "./connections.module.css";
import { KeychainChoices, SystemProblem } from "./keychain-choices.tsx";
import { KeychainPanel } from "./keychain-panel.tsx";

export function KeychainSection(): ReactElement {
  const keychain = useFleetData("keychain.get", {});
  const [changing, setChanging] = useState(false);
  const isWeak = keychain?.state === "ready" && keychain.protection !== "system";
  return (
    // Browsers expect password inputs in a form; its fields submit themselves.
    <form className={classes["column"]} onSubmit={(event) => event.preventDefault()}>
      <Panel
        aside={keychain === undefined ? undefined : <KeychainPill state={keychain.state} />}
        title={t(($) => $.connections.keychain.title)}
      >
        <KeychainPanel />
        {isWeak && !changing ? <SystemProblem problem={keychain.systemProblem} /> : undefined}
        {isWeak ? (
          <div className="controls">
            <Button aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {t(($) => $.connections.keychain.change)}
            </Button>
          </div>
        ) : undefined}
        {isWeak && changing ? (
          <KeychainChoices
            note={t(($) => $.connections.keychain.changeHelp)}
            problem={keychain.systemProblem}
            title={t(($) => $.connections.keychain.changeTitle)}
          />
        ) : undefined}
        <p className="muted">{t(($) => $.connections.keychain.storedData)}</p>
      </Panel>
    </form>
  );
}

function KeychainPill({ state }: { readonly state: "ready" | "undecided" | "locked" }): ReactElement {
  switch (state) {
    case "ready":
      return <StatusPill tone="good">{t(($) => $.connections.keychain.state.ready)}</StatusPill>;
    case "locked":
      return <StatusPill tone="waiting">{t(($) => $.connections.keychain.state.locked)}</StatusPill>;
    case "undecided":
      return <StatusPill tone="waiting">{t(($) => $.connections.keychain.state.undecided)}</StatusPill>;
  }
}
