/** Settings: the backups of the database, to make one and to restore one. */
import { formatText, t } from "#shared/texts/text.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatDateTime } from "#shared/format.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { fleet } from "../../lib/fleet.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { formatSize, ReplacedDialog, Result, runReplacement } from "./data-parts.tsx";

type Comparison = Awaited<ReturnType<FleetClient["data"]["compareBackup"]>>;

export function BackupsPanel(): ReactElement {
  const backups = useFleetQuery("data.backups", {}, { reloadOnOpen: true });
  const [comparison, setComparison] = useState<Comparison>();
  const creation = useCall();
  const comparing = useCall();
  const list = dataOf(backups)?.backups;
  const create = (): void =>
    void creation.run(async () => {
      await fleet.data.createBackup({});
      await reloadQueries("data.backups", "data.usage");
    });
  const compare = (backup: string): void =>
    void comparing.run(async () => setComparison(await fleet.data.compareBackup({ backup })));
  return (
    <Panel
      aside={
        <Button loading={creation.busy} onClick={create}>
          {t(($) => $.settings.data.createBackup)}
        </Button>
      }
      title={t(($) => $.settings.data.backups)}
    >
      <p className="muted">{t(($) => $.settings.data.backupsHelp)}</p>
      <FailureCallout failure={failureIn(backups)} title={t(($) => $.settings.data.backupsNotLoaded)} />
      {list?.length === 0 ? <p>{t(($) => $.settings.data.noBackups)}</p> : undefined}
      {list === undefined || list.length === 0 ? undefined : (
        <Facts
          facts={list.toReversed().map(({ name, createdAt, bytes }) => [
            `${formatDateTime(createdAt)}, ${formatSize(bytes)}`,
            <Button
              aria-label={t(($) => $.settings.data.restoreBackup, { time: formatDateTime(createdAt) })}
              disabled={comparing.busy}
              key={name}
              onClick={() => compare(name)}
            >
              {t(($) => $.settings.data.restore)}
            </Button>,
          ])}
        />
      )}
      <Result failure={creation.failure} title={t(($) => $.settings.data.backupFailed)} />
      <Result failure={comparing.failure} title={t(($) => $.settings.data.restoreFailed)} />
      <RestoreDialog comparison={comparison} onClose={() => setComparison(undefined)} />
    </Panel>
  );
}

interface RestoreDialogProps {
  readonly comparison: Comparison | undefined;
  readonly onClose: () => void;
}

function RestoreDialog({ comparison, onClose }: RestoreDialogProps): ReactElement {
  const restoring = useCall();
  const [replaced, setReplaced] = useState<string>();
  const restore = (): void =>
    void runReplacement(restoring, async () => {
      if (comparison === undefined) return;
      const { former = "" } = await fleet.data.restoreBackup({ backup: comparison.backup.name });
      onClose();
      setReplaced(t(($) => $.settings.data.restored, { former }));
    });
  return (
    <>
      <ConfirmDialog
        call={restoring}
        confirmation={
          comparison && {
            title: t(($) => $.settings.data.restoreTitle, { time: formatDateTime(comparison.backup.createdAt) }),
            summary: [
              t(($) => $.settings.data.restoreReplaces),
              t(($) => $.settings.data.restoreSettings),
              ...describeLosses(comparison),
              ...describeSuppression(comparison),
              t(($) => $.settings.data.restoreSendsNothing),
            ],
            danger: true,
            confirmLabel: t(($) => $.settings.data.restoreConfirm),
          }
        }
        failureTitle={t(($) => $.settings.data.restoreFailed)}
        onClose={() => {
          restoring.clearFailure();
          onClose();
        }}
        onConfirm={restore}
      />
      <ReplacedDialog message={replaced} />
    </>
  );
}

const maxCampaigns = 10;

/** The data that restoring the backup would lose, campaign by campaign. */
function describeLosses({ backup, inBackup, inUse }: Comparison): string[] {
  if (inUse === undefined)
    return [t(($) => $.settings.data.restoreUnreadable, { time: formatDateTime(backup.createdAt) })];
  const before = new Map(inBackup.map((campaign) => [campaign.campaignId, describe(campaign)]));
  const different = inUse.filter((campaign) => before.get(campaign.campaignId) !== describe(campaign));
  if (different.length === 0) return [t(($) => $.settings.data.restoreSame)];
  return [
    t(($) => $.settings.data.restoreDiffers, { count: different.length }),
    ...different.slice(0, maxCampaigns).map((campaign) =>
      t(($) => $.settings.data.restoreCampaign, {
        name: campaign.name,
        current: describe(campaign),
        backup: before.get(campaign.campaignId) ?? t(($) => $.settings.data.restoreMissing),
      }),
    ),
    ...(different.length > maxCampaigns
      ? [t(($) => $.settings.data.restoreMore, { count: different.length - maxCampaigns })]
      : []),
  ];
}

function describeSuppression({ suppression }: Comparison): string[] {
  if (suppression === undefined) return [t(($) => $.settings.data.restoreUnreadableSuppression)];
  const { added, lost } = suppression;
  return [
    t(($) => $.settings.data.restoreSuppressionAdded, { count: added }),
    ...(lost > 0 ? [t(($) => $.settings.data.restoreSuppressionLost, { count: lost })] : []),
  ];
}

function describe({ state, accepted }: Comparison["inBackup"][number]): string {
  return t(($) => $.settings.data.restoreState, { state: formatText(codedText(`state-${state}`)), accepted });
}
