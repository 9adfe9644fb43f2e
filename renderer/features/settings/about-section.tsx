/** Version and paths, for bug reports. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { type OutputOf, useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Copyable, CopyButton } from "../../ui/copyable.tsx";
import { FailureNotice } from "../../ui/notice.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import classes from "./settings.module.css";

type About = OutputOf<"diagnostics.about">;

export function AboutSection(): ReactElement | undefined {
  const about = useFleetQuery("diagnostics.about", {}, { reloadOnOpen: true });
  const facts = dataOf(about);
  if (about.state === "failed" && facts === undefined) {
    const again = (
      <Button onClick={() => void reloadQueries("diagnostics.about")}>{t(($) => $.settings.about.reload)}</Button>
    );
    return <FailureNotice actions={again} failure={about.failure} title={t(($) => $.settings.about.failed)} />;
  }
  if (facts === undefined) return undefined;
  const { version, platform, runtime, dataDir, logFile, certificates } = facts;
  return (
    <div className={classes["column"]}>
      <Panel
        aside={<CopyButton text={aboutText(facts)}>{t(($) => $.settings.about.copy)}</CopyButton>}
        title={t(($) => $.settings.about.title)}
      >
        <Facts
          facts={[
            [
              t(($) => $.settings.about.version),
              <Copyable key="version" label={t(($) => $.settings.about.copyLabel.version)} value={version} />,
            ],
            [
              t(($) => $.settings.about.platform),
              <Copyable key="platform" label={t(($) => $.settings.about.copyLabel.platform)} value={platform} />,
            ],
            [
              t(($) => $.settings.about.runtime),
              <Copyable key="runtime" label={t(($) => $.settings.about.copyLabel.runtime)} value={runtime} />,
            ],
            [
              t(($) => $.settings.about.dataDir),
              <Copyable key="data" label={t(($) => $.settings.about.copyLabel.dataDir)} mono value={dataDir} />,
            ],
            [
              t(($) => $.settings.about.logFile),
              logFile === undefined ? (
                t(($) => $.settings.about.noLogFile)
              ) : (
                <Copyable key="log" label={t(($) => $.settings.about.copyLabel.logFile)} mono value={logFile} />
              ),
            ],
            ...(certificates.length === 0
              ? []
              : [
                  [
                    t(($) => $.settings.about.certificates),
                    <CertificateFiles files={certificates} key="certificates" />,
                  ] as const,
                ]),
          ]}
        />
        <p className="muted">{t(($) => $.settings.about.noSecrets)}</p>
      </Panel>
    </div>
  );
}

function CertificateFiles({ files }: { readonly files: About["certificates"] }): ReactElement {
  return (
    <>
      {files.map(({ file, count, problem }) => (
        <div key={file}>
          {problem === undefined ? t(($) => $.settings.about.certificateFile, { file, count }) : formatText(problem)}
        </div>
      ))}
    </>
  );
}

/** Version and paths as text for bug reports. */
function aboutText({ version, platform, runtime, dataDir, logFile }: About): string {
  return [
    t(($) => $.settings.about.text.version, { version }),
    t(($) => $.settings.about.text.platform, { platform }),
    t(($) => $.settings.about.text.runtime, { runtime }),
    t(($) => $.settings.about.text.dataDir, { dataDir }),
    logFile === undefined
      ? t(($) => $.settings.about.text.noLogFile)
      : t(($) => $.settings.about.text.logFile, { logFile }),
    "",
  ].join("\n");
}
