/** The audit: every modifying call of this program with its actor, time, target and outcome; newest first, page by page. */
import { t, formatText } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { Button, Menu, MultiSelect, Select } from "@mantine/core";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import { IconX } from "@tabler/icons-react";
import { formatDateTime, formatTime } from "#shared/format.ts";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import {
  ListWithDetail,
  Page,
  PageToolbar,
  PageHead,
  ListWaiting,
  ListFoot,
  Spacer,
} from "../../ui/page-frame/page.tsx";
import { AuditDetail } from "./audit-detail.tsx";
import { type Audit, useAudit } from "./use-audit.ts";
import { useRefreshState, clearRefresh, useFleetQuery } from "../../data/fleet-query.ts";
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
  responseText,
  filterNames,
  targetKindLabel,
  targetLabel,
  actorText,
} from "./audit-query.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout, FailureCallout } from "../../ui/callout.tsx";
import { Copyable } from "../../ui/copyable.tsx";
import classes from "./audit.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import { useSpan } from "../../app/data-table/use-span.tsx";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { clearFilters } from "../../app/actions/undo.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { useConnection } from "../../data/connection.ts";
import { useSettings } from "../../data/settings.ts";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

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

/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 60;
const keyOf = ({ id }: AuditEntry): string => id;
const compactPx = (): number => 28;
const roomyPx = (): number => 36;

function AuditList({ audit }: { readonly audit: Audit }): ReactElement {
  const { state: auditState, query, request, loadMore, reload } = audit;
  const { place, onPlace } = useSavedPlace("audit", query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const connection = useConnection()?.name ?? "";
  const marked = useFleetdesk((state) => state.address.query["entry"]);
  const compact = useSettings(({ density }) => density) !== "comfortable";
  const result = dataOf(auditState);
  const again = <Button onClick={() => reload()}>{t(($) => $.audit.reload)}</Button>;
  if (result === undefined) {
    if (auditState.state !== "failed") return <ListWaiting />;
    return <FailureNotice actions={again} failure={auditState.failure} />;
  }
  if (result.items.length === 0) return <Nothing hasAny={result.hasAny} request={request} />;
  return (
    <>
      <ActionList
        connection={connection}
        head={[
          t(($) => $.common.time),
          t(($) => $.common.outcome),
          t(($) => $.audit.list.action),
          t(($) => $.audit.list.target),
          t(($) => $.audit.list.user),
          t(($) => $.common.connection),
          t(($) => $.audit.list.response),
        ]}
        heightOf={compact ? compactPx : roomyPx}
        isMarked={({ id }) => id === marked}
        key={query}
        keyOf={keyOf}
        kind="audit"
        label={t(($) => $.audit.list.label)}
        nameOf={({ operation }) => operation}
        onOpen={({ id }) => setQuery({ entry: id, open: undefined, tab: undefined }, { replace: marked !== undefined })}
        onPlace={onPlace}
        onVisibleRange={(_first, last) => {
          if (last > result.items.length - ahead) loadMore();
        }}
        place={place}
        renderCells={(entry) => <Cells entry={entry} />}
        rows={result.items}
        rowTarget={({ target }) => ({
          kind: "audit",
          filter:
            target === undefined
              ? undefined
              : { label: targetLabel(target), apply: () => setQuery({ target: `${target.kind}:${target.id}` }) },
        })}
        template="minmax(64px, 108px) minmax(88px, 100px) minmax(120px, 1.6fr) minmax(88px, 1.1fr) minmax(80px, 1fr) minmax(72px, 0.8fr) minmax(80px, 1.6fr)"
      />
      <Foot
        count={result.items.length}
        failure={auditState.state === "failed" ? formatText(auditState.failure.text) : undefined}
        more={result.nextCursor !== undefined}
        request={request}
      />
    </>
  );
}

function Foot({
  count,
  more,
  failure,
  request,
}: {
  readonly count: number;
  readonly more: boolean;
  readonly failure: string | undefined;
  readonly request: AuditQuestion;
}): ReactElement {
  return (
    <ListFoot>
      <span>{more ? t(($) => $.audit.list.countMore, { count }) : t(($) => $.audit.list.count, { count })}</span>
      {failure === undefined ? undefined : <span role="alert">{failure}</span>}
      <Spacer />
      <ShowAll request={request} />
    </ListFoot>
  );
}

function ShowAll({ request }: { readonly request: AuditQuestion }): ReactElement | undefined {
  if (!isNarrowed(request)) return undefined;
  return (
    <Button onClick={() => clearFilters(filterNames)} variant="subtle">
      {t(($) => $.common.clearFilters)}
    </Button>
  );
}

function Cells({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const now = useNow();
  const { at, operation, target, actor, connection, service } = entry;
  const answer = responseText(entry);
  return (
    <>
      <span className={classes["cell"]} role="gridcell" title={formatDateTime(at)}>
        {formatTime(at, now)}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <OutcomeBadge outcome={entry.outcome} />
      </span>
      <span className={classes["cell"]} role="gridcell" title={operation}>
        {operation}
      </span>
      <span className={classes["cell"]} role="gridcell" title={target && targetLabel(target)}>
        {target === undefined ? (
          <span className="muted">–</span>
        ) : (
          <>
            {targetKindLabel(target.kind)} <span className="mono">{target.id}</span>
          </>
        )}
      </span>
      <span className={classes["cell"]} role="gridcell" title={actorText(actor)}>
        {actorText(actor)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={service}>
        {connection ?? <span className="muted">{service}</span>}
      </span>
      <span className={classes["cell"]} role="gridcell" title={answer}>
        {answer}
      </span>
    </>
  );
}

/** Distinguishes an empty audit from a filter without matches. */
function Nothing({ hasAny, request }: { readonly hasAny: boolean; readonly request: AuditQuestion }): ReactElement {
  if (hasAny) return <Notice actions={<ShowAll request={request} />} title={t(($) => $.audit.list.noMatch)} />;
  return <Notice title={t(($) => $.audit.list.empty)}>{t(($) => $.audit.list.emptyHelp)}</Notice>;
}
