/** Settings: the data on this computer, backups of the database, and settings as a file. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, FileButton, SegmentedControl } from "@mantine/core";
import { type ReactElement, useId, useState } from "react";
import type { Imported } from "#shared/contract/data.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { reloadQueries } from "../../data/invalidations.ts";
import { dataOf, failureIn } from "../../lib/async-state.ts";
import { readListFile } from "../../lib/file-text.ts";
import { fleet } from "../../lib/fleet.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Facts, Panel } from "../../ui/panel.tsx";
import { useCall } from "../../ui/use-call.ts";
import { BackupsPanel } from "./backups-panel.tsx";
import { formatSize, Result } from "./data-parts.tsx";
import { IntegrityPanel } from "./integrity-panel.tsx";
import { RetentionPanel } from "./retention-panel.tsx";
import classes from "./settings.module.css";

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
