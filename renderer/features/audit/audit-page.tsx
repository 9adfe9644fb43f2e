/** The audit: every modifying call of this program with its actor, time, target and outcome. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { ListWithDetail, Page, PageToolbar, PageHead } from "../../ui/page-frame/page.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import { AuditList } from "./audit-list.tsx";
import { type Audit, useAudit } from "./use-audit.ts";
import { Button, Menu, MultiSelect, Select } from "@mantine/core";
import { useRefreshState, clearRefresh, useFleetQuery } from "../../data/fleet-query.ts";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { ExportMenu } from "../../app/actions/export-menu.tsx";
import { ActionButton, ActionItem } from "../../app/actions/run-action.tsx";
import { exportAuditCsv, exportAuditLines, verifyAudit } from "./audit-actions.ts";
import {
  isNarrowed,
  verdictText,
  kinds,
  auditKindLabels,
  listed,
  outcomeStyles,
  outcomes,
  targetText,
  periods,
} from "./audit-query.ts";
import { IconX } from "@tabler/icons-react";
import { formatDateTime } from "#shared/format.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import classes from "./audit.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { useSpan } from "../../app/data-table/use-span.tsx";

export function AuditPage(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const audit = useAudit();
  const opened = query["open"] === undefined ? query["entry"] : undefined;
  return (
    <Page label={t(($) => $.audit.title)} scrollsWhenLow>
      <AuditBar audit={audit} />
      <AuditFilter />
      <Verdict />
      <ListWithDetail detail={opened === undefined ? undefined : <AuditDetail id={opened} key={opened} />}>
        <AuditList audit={audit} />
      </ListWithDetail>
    </Page>
  );
}

/** Actions on the audit: show new entries, verify the chain, export. */
function AuditBar({ audit: { hasNew, reload, request } }: { readonly audit: Audit }): ReactElement {
  const verifying = useRefreshState("audit.verify", {}).state === "loading";
  return (
    <PageHead
      actions={
        <>
          <ActionButton action={verifyAudit} loading={verifying} title={t(($) => $.audit.verifyHelp)}>
            {t(($) => $.audit.verify)}
          </ActionButton>
          <ExportAudit request={request} />
        </>
      }
      title={t(($) => $.audit.title)}
    >
      <span aria-live="polite">
        {hasNew ? (
          <Button onClick={() => reload()} variant="light">
            {t(($) => $.audit.showNew)}
          </Button>
        ) : undefined}
      </span>
    </PageHead>
  );
}

function ExportAudit({ request }: { readonly request: AuditQuestion }): ReactElement {
  return (
    <ExportMenu action={exportAuditCsv} target={request}>
      {isNarrowed(request) ? (
        <>
          <Menu.Label>{t(($) => $.audit.export.matching)}</Menu.Label>
          <ActionItem action={exportAuditCsv} target={request}>
            {t(($) => $.audit.export.csv)}
          </ActionItem>
          <ActionItem action={exportAuditLines} target={request}>
            {t(($) => $.audit.export.jsonLines)}
          </ActionItem>
        </>
      ) : undefined}
      <Menu.Label>{t(($) => $.audit.export.whole)}</Menu.Label>
      <ActionItem action={exportAuditCsv} target={{}}>
        {t(($) => $.audit.export.allCsv)}
      </ActionItem>
      <ActionItem action={exportAuditLines} target={{}}>
        {t(($) => $.audit.export.allJsonLines)}
      </ActionItem>
    </ExportMenu>
  );
}

/** The result of verifying the chain, with the hash to store elsewhere. */
function Verdict(): ReactElement | undefined {
  const verdictState = useRefreshState("audit.verify", {});
  if (verdictState.state === "failed") {
    return (
      <div className={classes["verdict"]}>
        <FailureCallout
          actions={<ActionButton action={verifyAudit}>{t(($) => $.audit.verdict.verifyAgain)}</ActionButton>}
          failure={verdictState.failure}
          title={t(($) => $.audit.verdict.failed)}
        />
      </div>
    );
  }
  const verdict = dataOf(verdictState);
  if (verdict === undefined) return undefined;
  const { sound, head, checkedAt } = verdict;
  return (
    <div className={classes["verdict"]}>
      <Button
        aria-label={t(($) => $.audit.verdict.close)}
        className={classes["close"] ?? ""}
        onClick={() => clearRefresh("audit.verify", {})}
        size="compact-xs"
        variant="subtle"
      >
        <IconX aria-hidden="true" size={14} />
      </Button>
      <Callout
        title={sound ? t(($) => $.audit.verdict.verified) : t(($) => $.audit.verdict.broken)}
        tone={sound ? "good" : "bad"}
      >
        <p>
          {verdictText(verdict)}{" "}
          <span className="muted">{t(($) => $.audit.verdict.checkedAt, { time: formatDateTime(checkedAt) })}</span>
        </p>
        {head === undefined ? undefined : (
          <p className={classes["hash"]}>
            <span className="muted">{t(($) => $.audit.verdict.fingerprint)}</span>{" "}
            <Copyable label={t(($) => $.audit.verdict.copyFingerprint)} mono value={head} />
          </p>
        )}
      </Callout>
    </div>
  );
}

/** Audit filters: kind, outcome, connection, time, target and search text. */
function AuditFilter(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const names = dataOf(useFleetQuery("audit.connections", {}, { reloadOnOpen: true }))?.names ?? [];
  const put = (name: string, text: string | undefined): void =>
    setQuery({ [name]: text === "" ? undefined : text }, { replace: true });
  const { of, target } = query;
  const connections = of === undefined || names.includes(of) ? names : [...names, of];
  return (
    <PageToolbar>
      <MultiFilter
        data={kinds.map((value) => ({ value, label: auditKindLabels[value] }))}
        label={t(($) => $.audit.filter.kind)}
        onChange={(next) => put("kind", next.join(","))}
        placeholder={t(($) => $.audit.filter.anyKind)}
        value={listed(query["kind"])}
      />
      <MultiFilter
        data={outcomes.map((value) => ({ value, label: outcomeStyles[value].text }))}
        label={t(($) => $.common.outcome)}
        onChange={(next) => put("outcome", next.join(","))}
        placeholder={t(($) => $.audit.filter.anyOutcome)}
        value={listed(query["outcome"])}
      />
      <Select
        aria-label={t(($) => $.common.connection)}
        className={classes["choice"] ?? ""}
        clearable
        data={[...connections]}
        onChange={(value) => put("of", value ?? undefined)}
        placeholder={t(($) => $.audit.filter.anyConnection)}
        value={of ?? null}
      />
      <SpanChoice />
      <SearchField
        className={classes["search"]}
        label={t(($) => $.audit.filter.search)}
        onSearch={(text) => put("search", text)}
        placeholder={t(($) => $.audit.filter.searchHelp)}
        text={query["search"] ?? ""}
      />
      {target === undefined ? undefined : (
        <Button
          aria-label={t(($) => $.audit.filter.clearTarget, { target: targetText(target) })}
          onClick={() => put("target", undefined)}
          rightSection={<IconX aria-hidden="true" size={12} />}
          variant="light"
        >
          {targetText(target)}
        </Button>
      )}
    </PageToolbar>
  );
}

interface MultiFilterProps {
  readonly label: string;
  /** While nothing is selected. */
  readonly placeholder: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly onChange: (next: readonly string[]) => void;
}

function MultiFilter({ label, placeholder, data, value, onChange }: MultiFilterProps): ReactElement {
  return (
    <MultiSelect
      aria-label={label}
      className={classes["choice"] ?? ""}
      clearable
      comboboxProps={{ width: 200, position: "bottom-start" }}
      data={[...data]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ""}
      value={[...value]}
    />
  );
}

/** The time range: a period that ends now, or two times as entered. */
function SpanChoice(): ReactElement {
  const { value: selected, choose, fields } = useSpan({ replace: true });
  return (
    <div className="controls">
      <Select
        allowDeselect={false}
        aria-label={t(($) => $.common.time)}
        className={classes["time"] ?? ""}
        data={[
          { value: "", label: t(($) => $.common.anyTime) },
          ...periods.map(({ id, text }) => ({ value: id, label: text })),
          { value: "dates", label: t(($) => $.common.customPeriod) },
        ]}
        onChange={(value) => choose(value ?? "")}
        value={selected}
      />
      {fields}
    </div>
  );
}
