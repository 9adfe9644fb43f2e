/** Cached messages of all endpoints, and templates. */
import { t, formatText } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useState } from "react";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { Autocomplete, Button, Popover, MultiSelect, Select } from "@mantine/core";
import { hasFields } from "#shared/defined-fields.ts";
import type { Message } from "#shared/contract/messages/sms.ts";
import { formatDateTime, formatTime } from "#shared/format.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead, Page, Spacer, PageToolbar } from "../../ui/page-frame/page.tsx";
import { TemplatesPage } from "./templates-page.tsx";
import { findRecords, isExactMatch } from "../../lib/find-records.ts";
import { CallFailure } from "../../lib/fleet.ts";
import { formatOpen } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useCall } from "../../ui/use-call.ts";
import { useAsyncState } from "../../ui/use-async-state.ts";
import { useFleetPages } from "../../data/fleet-query.ts";
import { messageLabel, deliveryLabels } from "../../lib/outcome-labels.ts";
import { useSavedPlace } from "../../app/store/use-saved-place.ts";
import { currentConnection, useConnection } from "../../data/connection.ts";
import { ActionList } from "../../app/actions/action-list.tsx";
import { clearFilters } from "../../app/actions/undo.ts";
import { FailureCallout } from "../../ui/callout.tsx";
import { FailureNotice, Notice } from "../../ui/notice.tsx";
import { MiddleTruncate } from "../../ui/middle-truncate.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useNow } from "../../ui/use-now.ts";
import { replyOf } from "./message-status.ts";
import classes from "./messages.module.css";
import {
  type RecentRefresh,
  identityOf,
  readRecent,
  deliveries,
  outcomes,
  outcomeText,
  periods,
  refreshText,
} from "./recent-request.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { refreshRecent } from "./refresh-thread.ts";

export function MessagesPage(): ReactElement {
  const templates = useFleetdesk((state) => state.address.path[1] === "templates");
  return (
    <Page label={t(($) => $.messages.title)}>
      <PageHead
        actions={templates ? undefined : <NewMessage />}
        tabs={[
          { title: t(($) => $.messages.tabs.recent), at: "/messages", current: !templates },
          { title: t(($) => $.messages.tabs.templates), at: "/messages/templates", current: templates },
        ]}
        title={t(($) => $.messages.title)}
      />
      {templates ? <TemplatesPage /> : <RecentMessages />}
    </Page>
  );
}

const mostOffered = 30;

const unknownEndpoint = (text: CodedText): CallFailure => new CallFailure({ code: "endpoint-unknown", text });

/** Selects the endpoint of a new message; opens its thread with the composer. */
function NewMessage(): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [opened, setOpened] = useState(false);
  const [input, type] = useState("");
  const matchState = useAsyncState(
    useCallback((signal: AbortSignal) => findRecords("endpoint", input, mostOffered, signal), [input]),
  );
  const offered = dataOf(matchState) ?? [];
  const { failure, run, clearFailure } = useCall();
  const write = (id: string): void => {
    setOpened(false);
    type("");
    setQuery({ open: formatOpen({ collection: "endpoint", id }), tab: "messages" });
  };
  const take = (): void =>
    void run(async () => {
      const records = await findRecords("endpoint", input, mostOffered, new AbortController().signal);
      const named = records.filter((record) => record.id === input.trim() || isExactMatch(record, input));
      const [one, other] = named.length > 0 ? named : records;
      if (one === undefined) throw unknownEndpoint(codedText("endpoint-not-in-cache", { input: input.trim() }));
      if (other !== undefined) throw unknownEndpoint(codedText("endpoint-ambiguous", { input: input.trim() }));
      write(one.id);
    });
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)} variant="filled">
          {t(($) => $.messages.newMessage.open)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Autocomplete
          comboboxProps={{ withinPortal: false }}
          data={offered.map(({ id }) => id)}
          data-autofocus
          error={failure && formatText(failure.text)}
          // Main has already filtered the records.
          filter={({ options }) => options}
          label={t(($) => $.messages.newMessage.endpoint)}
          onChange={(text) => {
            type(text);
            clearFailure();
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter" && input.trim() !== "") take();
          }}
          onOptionSubmit={write}
          placeholder={t(($) => $.messages.newMessage.endpointHelp)}
          renderOption={({ option }) => (
            <span>
              {offered.find(({ id }) => id === option.value)?.name} <span className="mono muted">{option.value}</span>
            </span>
          )}
          value={input}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const minute = 60_000;
/** Number of rows before the end of the visible ones at which the next page is fetched. */
const ahead = 40;

/** The overview of messages, newest first, with the number of endpoints it covers. */
function RecentMessages(): ReactElement {
  const query = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const connection = useConnection()?.name;
  const now = useNow(minute);
  const request = readRecent(query, now);
  // The same list while time passes.
  const key = { ...request, from: query["period"] };
  const { state: recent, loadMore } = useFleetPages("sms.recent", request, { key, reloadOnOpen: true });
  const { place, onPlace } = useSavedPlace("messages", JSON.stringify([connection, key]));
  const result = dataOf(recent);
  const filtered = hasFields(request);
  const open = ({ endpoint }: Message): void =>
    setQuery({ open: formatOpen({ collection: "endpoint", id: endpoint }), tab: "messages" });
  return (
    <>
      <RecentFilter now={now} result={result} />
      {recent.state === "failed" && result !== undefined ? (
        <FailureCallout failure={recent.failure} title={t(($) => $.messages.recent.refreshFailed)} />
      ) : undefined}
      {recent.state === "failed" && result === undefined ? <FailureNotice failure={recent.failure} /> : undefined}
      {result !== undefined && result.items.length === 0 ? (
        filtered ? (
          <Notice
            actions={
              <Button onClick={() => clearFilters(["direction", "delivery", "outcome", "search", "period"])}>
                {t(($) => $.common.clearFilters)}
              </Button>
            }
            title={t(($) => $.messages.recent.noMatch)}
          />
        ) : (
          <Notice
            title={result.threads === 0 ? t(($) => $.messages.recent.notLoaded) : t(($) => $.messages.recent.empty)}
          >
            {t(($) => $.messages.recent.emptyHelp)}
          </Notice>
        )
      ) : undefined}
      {result === undefined || result.items.length === 0 ? undefined : (
        <ActionList
          connection={connection ?? ""}
          head={[
            t(($) => $.common.time),
            t(($) => $.common.endpoint),
            t(($) => $.messages.text),
            t(($) => $.common.status),
          ]}
          heightOf={() => 36}
          isMarked={({ endpoint }) => query["open"] === formatOpen({ collection: "endpoint", id: endpoint })}
          key={JSON.stringify(key)}
          keyOf={identityOf}
          kind="message"
          label={t(($) => $.messages.recent.label)}
          nameOf={({ name, endpoint }) => name ?? endpoint}
          onOpen={open}
          onPlace={onPlace}
          onVisibleRange={(_first, last) => {
            if (last > result.items.length - ahead) loadMore();
          }}
          place={place}
          renderCells={(message) => <Cells message={message} now={now} />}
          rows={result.items}
          rowTarget={(message) => ({ kind: "message", endpoint: message.endpoint, message })}
          template="minmax(44px, 110px) minmax(88px, 1fr) minmax(88px, 2fr) minmax(112px, 220px)"
        />
      )}
    </>
  );
}

function Cells({ message, now }: { readonly message: Message; readonly now: number }): ReactElement {
  const { submittedAt, direction, name, endpoint, payload, owned } = message;
  const status = messageLabel(message);
  const reply = replyOf(message);
  const text = payload ?? t(($) => $.messages.textNotAvailable);
  return (
    <>
      <span
        className={classes["cell"]}
        role="gridcell"
        title={submittedAt === undefined ? undefined : formatDateTime(submittedAt)}
      >
        {submittedAt === undefined ? t(($) => $.common.unknown) : formatTime(submittedAt, now)}
      </span>
      <span className={classes["cell"]} role="gridcell" title={name ?? endpoint}>
        <MiddleTruncate
          text={
            direction === "mo"
              ? t(($) => $.messages.recent.from, { endpoint: name ?? endpoint })
              : t(($) => $.messages.recent.to, { endpoint: name ?? endpoint })
          }
        />
      </span>
      <span className={classes["cell"]} role="gridcell" title={payload}>
        {owned?.campaign === undefined
          ? text
          : t(($) => $.messages.recent.textOfCampaign, { text, campaign: owned.campaign })}
      </span>
      <span className={classes["cell"]} role="gridcell">
        <StatusPill title={status.hint} tone={status.tone}>
          {status.text}
        </StatusPill>
        {reply === undefined ? undefined : (
          <StatusPill title={reply.hint} tone={reply.tone}>
            {reply.text}
          </StatusPill>
        )}
      </span>
    </>
  );
}

type Recent = Awaited<ReturnType<FleetClient["sms"]["recent"]>>;

interface RecentFilterProps {
  readonly now: number;
  /** The visible messages; undefined until they are loaded. */
  readonly result: Recent | undefined;
}

/** Filters of the overview, and which part of the fleet it covers. */
function RecentFilter({ now, result }: RecentFilterProps): ReactElement {
  const { direction, delivery, outcome, search = "", period } = useFleetdesk((state) => state.address.query);
  const setQuery = useFleetdesk((state) => state.setQuery);
  const online = useFleetdesk((state) => state.networkOnline);
  const connection = useConnection()?.name;
  const [refreshed, setRefreshed] = useState<RecentRefresh>();
  const { busy, failure, run } = useCall();
  const put = (name: string, values: readonly string[]): void =>
    setQuery({ [name]: values.length === 0 ? undefined : values.join(",") }, { replace: true });
  return (
    <PageToolbar className={classes["filter"]}>
      <Select
        aria-label={t(($) => $.messages.recent.direction)}
        clearable
        data={[
          { value: "mt", label: t(($) => $.messages.recent.outbound) },
          { value: "mo", label: t(($) => $.messages.recent.inbound) },
        ]}
        onChange={(value) => put("direction", value === null ? [] : [value])}
        placeholder={t(($) => $.messages.recent.anyDirection)}
        value={direction ?? null}
      />
      <MultiSelect
        aria-label={t(($) => $.messages.recent.delivery)}
        clearable
        data={deliveries.map((value) => ({ value, label: deliveryLabels[value].text }))}
        onChange={(values) => put("delivery", values)}
        placeholder={delivery === undefined ? t(($) => $.messages.recent.anyDelivery) : ""}
        value={(delivery ?? "").split(",").filter((word) => word !== "")}
      />
      <MultiSelect
        aria-label={t(($) => $.common.outcome)}
        clearable
        data={outcomes.map((value) => ({ value, label: outcomeText(value) }))}
        onChange={(values) => put("outcome", values)}
        placeholder={outcome === undefined ? t(($) => $.messages.recent.anyOutcome) : ""}
        value={(outcome ?? "").split(",").filter((word) => word !== "")}
      />
      <Select
        aria-label={t(($) => $.messages.recent.period)}
        clearable
        data={periods.map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(value) => put("period", value === null ? [] : [value])}
        placeholder={t(($) => $.common.anyTime)}
        value={period ?? null}
      />
      <SearchField
        label={t(($) => $.messages.recent.search)}
        onSearch={(text) => put("search", text === "" ? [] : [text])}
        placeholder={t(($) => $.messages.recent.searchHelp)}
        text={search}
      />
      <Spacer />
      {refreshed !== undefined && refreshed.connection === connection && !busy ? (
        <span className="muted" role="status">
          {refreshText(refreshed)}
        </span>
      ) : result === undefined ? undefined : (
        <span className="muted">
          {result.threads === 0
            ? t(($) => $.messages.recent.noneLoaded)
            : result.newest === undefined
              ? t(($) => $.messages.recent.loaded, { count: result.threads })
              : t(($) => $.messages.recent.loadedAt, { count: result.threads, time: formatTime(result.newest, now) })}
        </span>
      )}
      <Button
        disabled={!online || connection === undefined}
        loading={busy}
        onClick={() =>
          void run(async () => {
            if (connection === undefined) return;
            const isCurrent = (): boolean => currentConnection()?.name === connection;
            setRefreshed(await refreshRecent(connection, result?.items ?? [], isCurrent));
          })
        }
        title={t(($) => $.messages.recent.refreshHelp)}
      >
        {t(($) => $.messages.refresh)}
      </Button>
      {failure === undefined ? undefined : <span role="alert">{formatText(failure.text)}</span>}
    </PageToolbar>
  );
}
