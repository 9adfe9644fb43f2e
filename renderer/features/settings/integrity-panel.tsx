/** Settings: the integrity check of the database, and the rebuilding of its cache. */
import { t } from "#shared/texts/text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { Inspection } from "#shared/contract/data.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { ReplacedDialog, Result, runReplacement } from "./data-parts.tsx";

export function IntegrityPanel(): ReactElement {
  const checking = useCall();
  const [inspection, setInspection] = useState<Inspection>();
  const check = (): void =>
    void checking.run(async () => {
      setInspection(undefined);
      setInspection(await fleet.data.check({}));
    });
  return (
    <Panel
      aside={
        <Button loading={checking.busy} onClick={check}>
          {t(($) => $.settings.data.check)}
        </Button>
      }
      title={t(($) => $.settings.data.integrity)}
    >
      <p className="muted">{t(($) => $.settings.data.integrityHelp)}</p>
      <Result
        failure={checking.failure}
        status={inspection?.state === "sound" ? t(($) => $.settings.data.sound) : undefined}
        title={t(($) => $.settings.data.checkFailed)}
      />
      {inspection?.state === "damaged" ? (
        <Callout title={t(($) => $.settings.data.damaged)} tone="bad">
          <p>{t(($) => $.settings.data.damagedHelp)}</p>
          <Findings findings={inspection.findings} />
        </Callout>
      ) : undefined}
      {inspection?.state === "cache-damaged" ? (
        <CacheDamage
          inspection={inspection}
          onSound={() => setInspection({ state: "sound", parts: [], findings: [] })}
        />
      ) : undefined}
    </Panel>
  );
}

function Findings({ findings }: Pick<Inspection, "findings">): ReactElement {
  return (
    <ul className="mono">
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
}

interface CacheDamageProps {
  readonly inspection: Inspection;
  /** The cache was sound when the rebuild began. */
  readonly onSound: () => void;
}

function CacheDamage({ inspection: { parts, findings }, onSound }: CacheDamageProps): ReactElement {
  const rebuilding = useCall();
  const [isConfirming, setIsConfirming] = useState(false);
  const [replaced, setReplaced] = useState<string>();
  const names = (of: Inspection["parts"]): string =>
    of.map((part) => t(($) => $.settings.data.cachePart[part])).join(", ");
  const leftOut = parts.filter((part) => part !== "search");
  const rebuild = (): void =>
    void runReplacement(rebuilding, async () => {
      const { former } = await fleet.data.rebuild({});
      setIsConfirming(false);
      if (former === undefined) onSound();
      else setReplaced(t(($) => $.settings.data.rebuilt, { former }));
    });
  return (
    <Callout
      actions={<Button onClick={() => setIsConfirming(true)}>{t(($) => $.settings.data.rebuild)}</Button>}
      title={t(($) => $.settings.data.cacheDamaged)}
      tone="bad"
    >
      <p>
        {parts.length === 0
          ? t(($) => $.settings.data.cacheDamagedPages)
          : t(($) => $.settings.data.cacheDamagedParts, { parts: names(parts) })}
      </p>
      <Findings findings={findings} />
      <ConfirmDialog
        call={rebuilding}
        confirmation={
          isConfirming
            ? {
                title: t(($) => $.settings.data.rebuildTitle),
                summary: [
                  t(($) => $.settings.data.rebuildReplaces),
                  ...(leftOut.length === 0
                    ? []
                    : [t(($) => $.settings.data.rebuildExcludes, { parts: names(leftOut) })]),
                  t(($) => $.settings.data.restoreSendsNothing),
                ],
                confirmLabel: t(($) => $.settings.data.rebuildConfirm),
              }
            : undefined
        }
        failureTitle={t(($) => $.settings.data.rebuildFailed)}
        onClose={() => {
          rebuilding.clearFailure();
          setIsConfirming(false);
        }}
        onConfirm={rebuild}
      />
      <ReplacedDialog message={replaced} />
    </Callout>
  );
}
