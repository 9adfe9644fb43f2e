/** What program this is and where its files are, for a person who has to tell somebody. */
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { type ReactElement, useEffect } from "react";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { aboutText } from "./about-model.ts";
import classes from "./settings.module.css";

export function AboutSection(): ReactElement | undefined {
  const about = useFleetdesk((state) => state.about);
  const load = useFleetdesk((state) => state.loadAbout);
  const { copy, copied, error } = useClipboard();
  useEffect(() => void load(), [load]);
  const facts = shown(about);
  if (about.state === "failed" && facts === undefined) {
    const again = <Button onClick={() => void load()}>Try again</Button>;
    return <FailureNotice actions={again} failure={about.failure} title="This program could not say what it is" />;
  }
  if (facts === undefined) return undefined;
  const { version, platform, runtime, dataDir, logFile } = facts;
  const said = error === null ? (copied ? "Copied" : "Copy as text") : "This could not be copied";
  return (
    <div className={classes["column"]}>
      <Panel aside={<Button onClick={() => copy(aboutText(facts))}>{said}</Button>} title="Fleetdesk">
        <Facts
          facts={[
            ["Version", <Copyable key="version" label="version" value={version} />],
            ["Platform", <Copyable key="platform" label="platform" value={platform} />],
            ["Runtime", <Copyable key="runtime" label="runtime" value={runtime} />],
            ["Data directory", <Copyable key="data" label="data directory" mono value={dataDir} />],
            [
              "Log file",
              logFile === undefined ? (
                "No log is written to a file."
              ) : (
                <Copyable key="log" label="log file" mono value={logFile} />
              ),
            ],
          ]}
        />
        <p className="muted">
          Neither the data directory nor the log holds a token, a password or a passphrase in clear text.
        </p>
      </Panel>
    </div>
  );
}
