/** Settings: the data on this computer, backups of the database, its retention, and settings as a file. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, FileButton, SegmentedControl, TextInput } from "@mantine/core";
import { type ReactElement, useId, useState } from "react";
import type { Imported } from "#shared/contract/data.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { formatDateTime } from "#shared/format.ts";
import { permanentRecords, type RetentionKind, retentionKinds, retentionPeriods } from "#shared/retention.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { readListFile } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { formatSize, Result, ReplacedDialog, runReplacement } from "./data-parts.tsx";
import { IntegrityPanel } from "./integrity-panel.tsx";
import classes from "./settings.module.css";
import { runAction } from "../../app/actions/run-action.tsx";
import { useSettings } from "../../data/settings.ts";
import { wholeNumberOf } from "../../lib/parse-number.ts";
import { useInputDraft } from "../../ui/use-input-draft.ts";
import { setRetention } from "./settings-actions.ts";

export function DataSection(): ReactElement {
  return (
    <div className={classes["column"]}>
      <StoragePanel />
      <IntegrityPanel />
      <BackupsPanel />
      <RetentionPanel />
      <FilePanel />
    </div>
  );
}

function StoragePanel(): ReactElement {
  const usage = useFleetQuery("data.usage", {}, { reloadOnOpen: true });
  const compaction = useCall();
  const [status, setStatus] = useState<string>();
  const data = dataOf(usage);
  const compact = (): void =>
    void compaction.run(async () => {
      setStatus(undefined);
      const { before, after } = await fleet.data.compact({});
      setStatus(t(($) => $.settings.data.compacted, { before: formatSize(before), after: formatSize(after) }));
      await reloadQueries("data.usage");
    });
  return (
    <Panel
      aside={
        <Button loading={compaction.busy} onClick={compact}>
          {t(($) => $.settings.data.compact)}
        </Button>
      }
      title={t(($) => $.settings.data.storage)}
    >
      <FailureCallout failure={failureIn(usage)} title={t(($) => $.settings.data.notLoaded)} />
      {data === undefined ? undefined : (
        <Facts
          facts={[
            ...data.parts.map(({ part, bytes }) => [t(($) => $.settings.data.part[part]), formatSize(bytes)] as const),
            [t(($) => $.settings.data.reusable), formatSize(data.reusableBytes)],
            [t(($) => $.settings.data.free), formatSize(data.freeBytes)],
          ]}
        />
      )}
      <p className="muted">{t(($) => $.settings.data.compactHelp)}</p>
      <Result failure={compaction.failure} status={status} title={t(($) => $.settings.data.compactFailed)} />
    </Panel>
  );
}

interface Preview {
  readonly name: string;
  /** Applied as it was previewed: the choice may have changed since. */
  readonly request: Parameters<typeof fleet.data.importSettings>[0];
  readonly items: readonly Imported[];
}

function FilePanel(): ReactElement {
  const [existing, setExisting] = useState<"keep" | "replace">("keep");
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<{ readonly title: string; readonly lines: readonly string[] }>();
  const [status, setStatus] = useState<string>();
  const exporting = useCall();
  const importing = useCall();
  const labelId = useId();
  const save = (): void =>
    void exporting.run(async () => {
      setStatus(undefined);
      const { file } = await fleet.data.saveSettings({});
      if (file !== undefined) setStatus(t(($) => $.settings.data.exported, { file }));
    });
  const read = (file: File | null): void =>
    void importing.run(async () => {
      if (file === null) return;
      setStatus(undefined);
      setProblem(undefined);
      const content = await readListFile(file.name, new Uint8Array(await file.arrayBuffer()));
      if ("problem" in content) {
        return setProblem({ title: t(($) => $.settings.data.importFailed), lines: [content.problem] });
      }
      const request = { text: content.text, existing };
      const { items } = await fleet.data.importSettings(request);
      setPreview({ name: file.name, request, items });
    });
  const apply = (): void =>
    void importing.run(async () => {
      if (preview === undefined) return;
      const { items } = await fleet.data.importSettings({ ...preview.request, apply: true });
      setPreview(undefined);
      setStatus(t(($) => $.settings.data.imported, { count: changesOf(items) }));
      const skipped = items.filter(({ action }) => action === "skip");
      if (skipped.length > 0) {
        setProblem({ title: t(($) => $.settings.data.partlyImported), lines: linesOf(skipped) });
      }
      await reloadQueries("settings.get");
    });
  const count = preview === undefined ? 0 : changesOf(preview.items);
  return (
    <Panel
      aside={
        <Button loading={exporting.busy} onClick={save}>
          {t(($) => $.settings.data.export)}
        </Button>
      }
      title={t(($) => $.settings.data.file)}
    >
      <p className="muted">{t(($) => $.settings.data.fileHelp)}</p>
      <div className={classes["row"]}>
        <span id={labelId}>{t(($) => $.settings.data.existing)}</span>
        <SegmentedControl<"keep" | "replace">
          aria-labelledby={labelId}
          data={[
            { value: "keep", label: t(($) => $.settings.data.keep) },
            { value: "replace", label: t(($) => $.settings.data.replace) },
          ]}
          onChange={setExisting}
          value={existing}
        />
        <FileButton accept="application/json,.json" onChange={read}>
          {(props) => (
            <Button {...props} loading={importing.busy && preview === undefined}>
              {t(($) => $.settings.data.import)}
            </Button>
          )}
        </FileButton>
      </div>
      <Result failure={exporting.failure} status={status} title={t(($) => $.settings.data.exportFailed)} />
      {problem === undefined ? undefined : (
        <Callout title={problem.title} tone="bad">
          {problem.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Callout>
      )}
      {preview === undefined ? (
        <Result failure={importing.failure} title={t(($) => $.settings.data.importFailed)} />
      ) : undefined}
      <ConfirmDialog
        call={importing}
        confirmation={
          preview && {
            title: t(($) => $.settings.data.preview, { name: preview.name }),
            summary: [...linesOf(preview.items), t(($) => $.settings.data.previewHelp)],
            confirmLabel:
              count === 0
                ? t(($) => $.settings.data.nothingToImport)
                : t(($) => $.settings.data.confirmImport, { count }),
          }
        }
        failureTitle={t(($) => $.settings.data.importFailed)}
        onClose={() => {
          importing.clearFailure();
          setPreview(undefined);
        }}
        onConfirm={apply}
        ready={count > 0}
      />
    </Panel>
  );
}

function changesOf(items: readonly Imported[]): number {
  return items.reduce((sum, { action, count }) => sum + (action === "add" || action === "replace" ? count : 0), 0);
}

/** One line per kind and action; what is skipped is named with the reason. */
function linesOf(items: readonly Imported[]): string[] {
  const groups = Map.groupBy(items, ({ kind, connection = "", action, message }) =>
    action === "skip" && message !== undefined ? `${kind} ${connection} ${formatText(message)}` : `${kind} ${action}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind: kindId, connection = "", action, message } = first;
    const kind = t(($) => $.settings.data.kind[kindId]);
    const count = group.reduce((sum, item) => sum + item.count, 0);
    return action === "skip" && message !== undefined
      ? [t(($) => $.settings.data.itemsSkipped, { kind, connection, count, reason: formatText(message) })]
      : [t(($) => $.settings.data.items, { kind, count, action: t(($) => $.settings.data.action[action]) })];
  });
}

type Comparison = Awaited<ReturnType<FleetClient["data"]["compareBackup"]>>;

/** The backups of the database, to make one and to restore one. */
function BackupsPanel(): ReactElement {
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
  const before = new Map(inBackup.map((campaign) => [campaign.campaignId, describeCampaign(campaign)]));
  const different = inUse.filter((campaign) => before.get(campaign.campaignId) !== describeCampaign(campaign));
  if (different.length === 0) return [t(($) => $.settings.data.restoreSame)];
  return [
    t(($) => $.settings.data.restoreDiffers, { count: different.length }),
    ...different.slice(0, maxCampaigns).map((campaign) =>
      t(($) => $.settings.data.restoreCampaign, {
        name: campaign.name,
        current: describeCampaign(campaign),
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

function describeCampaign({ state, accepted }: Comparison["inBackup"][number]): string {
  return t(($) => $.settings.data.restoreState, { state: formatText(codedText(`state-${state}`)), accepted });
}

function RetentionPanel(): ReactElement {
  const retention = useSettings((settings) => settings.retention);
  return (
    <Panel title={t(($) => $.settings.data.retention)}>
      <p className="muted">{t(($) => $.settings.data.retentionHelp)}</p>
      {retention === undefined
        ? undefined
        : retentionKinds.map((kind) => (
            <PeriodField days={retention[kind] ?? retentionPeriods[kind].days} key={kind} kind={kind} />
          ))}
      <Facts
        facts={permanentRecords.map((kind) => [
          t(($) => $.settings.data.retained[kind]),
          t(($) => $.settings.data.permanent[kind]),
        ])}
      />
    </Panel>
  );
}

interface PeriodFieldProps {
  readonly kind: RetentionKind;
  readonly days: number;
}

/** Saved when the field is left: a number that is being typed would delete data. */
function PeriodField({ kind, days }: PeriodFieldProps): ReactElement {
  const { days: standard, least, most } = retentionPeriods[kind];
  const [text, type] = useInputDraft(String(days));
  const value = wholeNumberOf(text);
  const isValid = value !== undefined && value >= least && value <= most;
  return (
    <TextInput
      description={t(($) => $.settings.data.retentionRange, { least, most, standard })}
      error={isValid ? undefined : t(($) => $.settings.data.retentionInvalid, { least, most })}
      inputMode="numeric"
      label={t(($) => $.settings.data.retentionDays, { data: t(($) => $.settings.data.retained[kind]) })}
      onBlur={() => {
        if (!isValid || value === days) return;
        // The stored value is shown while the confirmation is open, and after it was cancelled.
        type(String(days));
        void runAction(setRetention, { kind, days: value });
      }}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      value={text}
    />
  );
}
