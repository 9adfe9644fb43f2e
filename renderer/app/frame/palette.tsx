/** Palette over the available actions, and over the actions on endpoints, campaigns, views and audiences by name. */
import { t } from "#shared/texts/text.ts";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { type SpotlightActionGroupData, createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { cachedData, useFleetData } from "../../data/fleet-query.ts";
import { useConnection } from "../../data/connection.ts";
import { changeSettings, currentSettings, useSettings } from "../../data/settings.ts";
import { findRecords, identifierIn, isExactMatch } from "../../lib/find-records.ts";
import { keyLabels } from "../../lib/keys.ts";
import { ContactDot, lastSeenText } from "../../ui/last-seen.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Keys } from "../../ui/keys.tsx";
import { type Action, titleOf, unavailableReason } from "../actions/action.ts";
import { draftName } from "../../features/campaigns/draft-actions.ts";
import { appActions } from "../actions/registry.ts";
import { type RowAction, rowActions, rowActionsFor, type RowTarget, sendSmsToRow } from "../actions/row-actions.ts";
import { runAction } from "../actions/run-action.tsx";
import { type State, useFleetdesk } from "../store/store.ts";
import classes from "./palette.module.css";
import { nameAfterVerb, type PaletteText, rank, relevance, withRecent } from "./palette-ranking.ts";

const [store, control] = createSpotlight();

/** One row of the palette. */
interface Entry extends PaletteText {
  /** The action, and the record that it applies to. */
  readonly id: string;
  readonly detail?: string;
  readonly keys?: string;
  /** Name of the record, if it has one. */
  readonly name?: string;
  /** Of an endpoint. */
  readonly record?: JsonRecord;
  readonly run: () => void;
}

type Group = readonly [title: string, entries: readonly Entry[]];

type Recent = readonly Pick<Entry, "id" | "name">[];

/** A record that actions apply to by name. */
interface PaletteRecord {
  /** "endpoint:17" */
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly record?: JsonRecord;
  readonly target: RowTarget;
}

/** The library also reports that it is closed when another overlay has replaced it. */
function closePalette(): void {
  const { overlay, showOverlay } = useFleetdesk.getState();
  if (overlay === "palette") showOverlay("none");
}

export function Palette(): ReactElement {
  const state = useFleetdesk();
  const { paletteQuery: query, typePalette, enterPalette } = state;
  const now = useNow();
  const connection = useConnection()?.name ?? "";
  const verb = verbOf(query);
  const endpoints = useEndpointSearch(query, verb?.name, connection);
  const records = useRecords(connection);
  const allRecent = useSettings(({ paletteRecent }) => paletteRecent);
  const recent = useMemo(() => allRecent?.[connection] ?? [], [allRecent, connection]);
  const recentIds = recent.map(({ id }) => id);
  useEffect(() => {
    control.open();
    return () => control.close();
  }, []);

  const commands = appActions.flatMap((action) => commandEntry(action, state));
  // "sms meter" is an action on an endpoint; a command that only has these keywords would be highlighted before the endpoints arrive.
  const ranked = rank(query, commands, recentIds).filter(
    (entry) => verb?.titled !== true || relevance(query, entry) > 1,
  );
  const groups: readonly Group[] =
    query.trim() === ""
      ? [
          [t(($) => $.shell.palette.recent), recentEntries(recent, commands, records, connection, state)],
          [t(($) => $.shell.palette.commands), commands],
        ]
      : [
          [t(($) => $.shell.palette.commands), ranked],
          [t(($) => $.shell.palette.records), rank("", recordEntries(query, verb, records, state), recentIds)],
          [t(($) => $.shell.palette.recent), verb?.name === "" ? recentOfVerb(verb, recent, connection, state) : []],
        ];
  const ofEndpoints = query.trim() === "" ? [] : endpointEntries(verb, endpoints, state);
  // Endpoints arrive later; below the others they do not shift an entry that is about to be selected.
  const allGroups: readonly Group[] = [...groups, [t(($) => $.shell.palette.endpoints), ofEndpoints]];
  const run = (entry: Entry): void => {
    remember(entry, recent, connection);
    entry.run();
  };
  const exact = exactEntry(verb, endpoints, state);
  const others = groups.flatMap(([, entries]) => entries);
  const isPending = endpoints.query !== query || endpoints.connection !== connection;
  const first = exact ?? others[0] ?? (isPending ? undefined : ofEndpoints[0]);
  const runFirst = (): void => {
    if (first === undefined) return;
    control.close();
    run(first);
  };
  // Without another key: of an exact match, or if Enter was pressed before it was there. Without a match, that Enter runs nothing later.
  useWhen(exact !== undefined || (state.paletteEnter && first !== undefined), runFirst);
  useWhen(state.paletteEnter && first === undefined && !isPending, () => typePalette(query));
  return (
    <Spotlight
      actions={allGroups.flatMap(([group, entries]): SpotlightActionGroupData[] =>
        entries.length === 0
          ? []
          : [
              {
                group,
                actions: entries.map((entry) => ({
                  id: `${group} ${entry.id}`,
                  label: entry.label,
                  description: entry.detail,
                  leftSection:
                    entry.record === undefined ? undefined : (
                      <span aria-hidden="true">
                        <ContactDot now={now} record={entry.record} />
                      </span>
                    ),
                  onClick: () => run(entry),
                  rightSection: entry.keys === undefined ? undefined : <Keys labels={keyLabels(entry.keys)} />,
                })),
              },
            ],
      )}
      attributes={{ content: { "aria-label": t(($) => $.shell.palette.label), "data-palette": "" } }}
      classNames={{
        action: classes["action"] ?? "",
        actionBody: classes["body"] ?? "",
        actionDescription: classes["description"] ?? "",
        actionLabel: classes["label"] ?? "",
        actionsGroup: classes["group"] ?? "",
        search: classes["search"] ?? "",
      }}
      filter={(_query, actions) => actions}
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      nothingFound={verb?.name === "" ? t(($) => $.shell.palette.typeName) : t(($) => $.common.noResults)}
      onQueryChange={typePalette}
      onSpotlightClose={closePalette}
      query={query}
      scrollable
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: t(($) => $.shell.palette.placeholder),
        "aria-label": t(($) => $.shell.commands.openPalette.title),
        onKeyDownCapture: (event) => {
          if (event.key !== "Enter" || !isPending) return;
          const selected = Math.max(0, selectedRow());
          if (selected < others.length) return;
          // An endpoint of the former text: the first one of this text runs when it arrives, if no other was selected.
          event.preventDefault();
          event.stopPropagation();
          if (selected === 0) enterPalette();
        },
        onKeyDown: (event) => {
          // Enter runs the first entry, also if only endpoints match and none was highlighted when they arrived.
          if (event.key === "Enter" && selectedRow() < 0) runFirst();
        },
      }}
      shortcut={null}
      size={680}
      store={store}
    />
  );
}

function remember({ id, name }: Entry, recent: Recent, connection: string): void {
  const settings = currentSettings();
  const connections = cachedData("connections.list", {})?.connections;
  if (settings === undefined || connections === undefined) return;
  const existing = new Set(connections.map((one) => one.name));
  const current = Object.entries(settings.paletteRecent).filter(([of]) => existing.has(of) || of === "");
  const paletteRecent = { ...Object.fromEntries(current), [connection]: [...withRecent(recent, { id, name })] };
  void changeSettings({ paletteRecent });
}

/** Index of the highlighted entry; -1 without one. */
function selectedRow(): number {
  return [...document.querySelectorAll(`.${classes["action"] ?? ""}`)].findIndex((row) =>
    row.hasAttribute("data-selected"),
  );
}

/** Calls `act` whenever `now` becomes true. */
function useWhen(now: boolean, act: () => void): void {
  const run = useRef(act);
  useEffect(() => {
    run.current = act;
  });
  useEffect(() => {
    if (now) run.current();
  }, [now]);
}

/** An action that is not possible here is not listed; one that is impossible because nothing can be written says so. */
function commandEntry(action: (typeof appActions)[number], state: State): readonly Entry[] {
  // They open the palette themselves.
  if (action.id === "open-palette" || action.id === "new-sms" || action.disabledReason?.(state, state) !== undefined)
    return [];
  const group = t(($) => $.shell.commandGroups[action.group]);
  return [
    {
      id: action.id,
      label: action.title,
      detail: unavailableReason(action, state, state) ?? group,
      keywords: `${group} ${action.keywords ?? ""}`,
      keys: action.keys,
      run: () => void runAction(action, useFleetdesk.getState()),
    },
  ];
}

// Records: campaigns, views and audiences from loaded lists, endpoints from the cache.

/** What the palette offers for records: their own actions, and those with a title that names them. */
function isOffered({ titleWith, group }: RowAction): boolean {
  return titleWith !== undefined || group === "work";
}

function titleFor(action: RowAction, { name, target }: PaletteRecord): string {
  return action.titleWith?.(name) ?? t(($) => $.shell.rows.actionOn, { action: titleOf(action, target), name });
}

function entriesOf(record: PaletteRecord, state: State): readonly (Entry & { readonly action: RowAction })[] {
  const { key, name, detail, target, record: cached } = record;
  return rowActionsFor(target, state).flatMap((action) => {
    if (!isOffered(action) || action.disabledReason?.(target, state) !== undefined) return [];
    const own = unavailableReason(action as Action<RowTarget>, target, state);
    const run = (): void => void runAction(action, target);
    const label = titleFor(action, record);
    return [{ action, id: `${action.id} ${key}`, label, detail: own ?? detail, name, record: cached, run }];
  });
}

interface Verb {
  readonly actions: readonly RowAction[];
  /** By words of their titles rather than by keywords. */
  readonly titled: boolean;
  /** What follows the words of the actions. */
  readonly name: string;
}

/** The actions on records that the query begins with, by title or else by keyword; those of which it has most words. */
function verbOf(query: string): Verb | undefined {
  const bestBy = (titled: boolean): Verb | undefined => {
    const matches = rowActions.filter(isOffered).flatMap((action) => {
      // The title is the same for all records.
      const label = action.titleWith?.("") ?? (typeof action.title === "string" ? action.title : "");
      const name = nameAfterVerb(query, { label, keywords: titled ? "" : action.keywords });
      return name === undefined ? [] : [{ action, name }];
    });
    const shortest = Math.min(...matches.map(({ name }) => name.length));
    const best = matches.filter(({ name }) => name.length === shortest);
    return best[0] && { actions: best.map(({ action }) => action), titled, name: best[0].name };
  };
  return bestBy(true) ?? bestBy(false);
}

const maxMatches = 8;
const maxOfVerb = 5;

/** Records whose name matches the query, the first one with all its actions; and those that match what follows a verb. */
function recordEntries(
  query: string,
  verb: Verb | undefined,
  records: readonly PaletteRecord[],
  state: State,
): readonly Entry[] {
  const matching = (text: string): readonly PaletteRecord[] =>
    records
      .map((record) => ({ record, score: relevance(text, { label: record.name, keywords: record.detail }) }))
      .filter(({ score }) => score > 1)
      .sort((a, b) => b.score - a.score)
      .map(({ record }) => record)
      .slice(0, maxMatches);
  return [
    ...verbEntries(verb, verb === undefined ? [] : matching(verb.name), state),
    ...plainEntries(matching(query), state),
  ];
}

function verbEntries(verb: Verb | undefined, records: readonly PaletteRecord[], state: State): readonly Entry[] {
  return records
    .flatMap((record) => entriesOf(record, state))
    .filter(({ action }) => verb?.actions.some(({ id }) => id === action.id) === true)
    .slice(0, maxOfVerb);
}

function plainEntries(records: readonly PaletteRecord[], state: State): readonly Entry[] {
  const [first, ...others] = records.map((record) => entriesOf(record, state));
  const [open, ...verbs] = first ?? [];
  return [...(open === undefined ? [] : [open]), ...others.flatMap(([opening]) => opening ?? []), ...verbs];
}

function endpointEntries(verb: Verb | undefined, matches: EndpointMatches, state: State): readonly Entry[] {
  const ofVerb = verbEntries(verb, matches.named, state);
  const ids = new Set(ofVerb.map(({ id }) => id));
  return [...ofVerb, ...plainEntries(matches.matching, state).filter(({ id }) => !ids.has(id))];
}

/** Length of an IMEI or IMSI; an ICCID is longer. Shorter numbers may be the beginning of another. */
const minExactDigits = 15;

/** After "Send SMS to " or "sms ", a complete long number of exactly one endpoint opens the composer at once: nothing is sent by it. */
function exactEntry(verb: Verb | undefined, matches: EndpointMatches, state: State): Entry | undefined {
  if (verb?.actions.every(({ id }) => id === sendSmsToRow.id) !== true) return undefined;
  const number = identifierIn(verb.name) ?? "";
  if (number.length < minExactDigits) return undefined;
  const [one, other] = matches.named.filter(({ key, name, record = {} }) =>
    isExactMatch({ id: key, name, record }, number),
  );
  return one === undefined || other !== undefined ? undefined : verbEntries(verb, [one], state)[0];
}

/** Entries that were run before, as far as they are possible now. */
function recentEntries(
  recent: Recent,
  commands: readonly Entry[],
  records: readonly PaletteRecord[],
  connection: string,
  state: State,
): readonly Entry[] {
  return recent
    .flatMap(({ id, name }): readonly Entry[] => {
      const [, key] = id.split(" ");
      if (key === undefined) return commands.filter((entry) => entry.id === id);
      const record = records.find((one) => one.key === key) ?? endpointRecord(key, name ?? "", connection);
      return record === undefined ? [] : entriesOf(record, state).filter((entry) => entry.id === id);
    })
    .slice(0, maxMatches);
}

/** After a verb without a name: endpoints that it was used on before. */
function recentOfVerb(verb: Verb, recent: Recent, connection: string, state: State): readonly Entry[] {
  const used = recent.flatMap(({ id, name = "" }) => {
    const [action, key = ""] = id.split(" ");
    return verb.actions.some((one) => one.id === action) ? (endpointRecord(key, name, connection) ?? []) : [];
  });
  return verbEntries(verb, used, state);
}

function endpointRecord(key: string, name: string, connection: string, record?: JsonRecord): PaletteRecord | undefined {
  const [collection, id = ""] = key.split(":");
  if (collection !== "endpoint") return undefined;
  const open = (): void =>
    useFleetdesk.getState().navigate({ path: ["fleet", "endpoint"], query: { open: `endpoint:${id}` } });
  return {
    key,
    name,
    detail: detailOf(id, record ?? {}),
    record,
    target: { kind: "endpoint", connection, count: 1, name, endpoint: id, open },
  };
}

/** Campaigns, drafts, views and audiences of the connection. */
function useRecords(connection: string): readonly PaletteRecord[] {
  const navigate = useFleetdesk((state) => state.navigate);
  const campaigns = useFleetData("campaigns.list", {})?.campaigns;
  const drafts = useFleetData("drafts.list", {})?.drafts;
  const views = useFleetData("views.list", {})?.views;
  const audiences = useFleetData("fleet.audiences", {})?.audiences;
  return useMemo(
    () => [
      ...(campaigns ?? [])
        .filter((campaign) => campaign.connection === connection)
        .map((campaign): PaletteRecord => {
          const { campaignId, name } = campaign;
          const open = (): void => navigate({ path: ["campaigns", campaignId], query: {} });
          return {
            key: `campaign:${campaignId}`,
            name,
            detail: t(($) => $.campaigns.campaign),
            target: { kind: "campaign", connection, count: 1, name, campaign, open },
          };
        }),
      ...(drafts ?? [])
        .filter((draft) => draft.connection === connection)
        .map((draft): PaletteRecord => {
          const { id, step } = draft;
          const name = draftName(draft);
          const open = (): void => navigate({ path: ["campaigns", "new", String(id)], query: { step } });
          return {
            key: `draft:${id}`,
            name,
            detail: t(($) => $.campaigns.drafts.draft),
            target: { kind: "draft", connection, count: 1, name, draft, open },
          };
        }),
      ...(views ?? []).map(({ id, name, collection, filter, sort }): PaletteRecord => {
        const query = { view: String(id), filter, sort };
        const open = (): void => navigate({ path: ["fleet", collection], query });
        return {
          key: `view:${id}`,
          name,
          detail: t(($) => $.shell.palette.view),
          target: { kind: collection, connection, count: 0, name, open },
        };
      }),
      ...(audiences ?? []).map(({ id, name, size }): PaletteRecord => {
        const open = (): void => navigate({ path: ["fleet", "endpoint"], query: { audience: String(id) } });
        const audience = [{ op: "add" as const, source: { audience: id } }];
        const quotaSource = { audience: id };
        return {
          key: `audience:${id}`,
          name,
          detail: t(($) => $.shell.palette.audience),
          target: { kind: "endpoint", connection, count: size, name, open, audience, quotaSource },
        };
      }),
    ],
    [campaigns, drafts, views, audiences, connection, navigate],
  );
}

interface EndpointMatches {
  /** What was searched for; undefined before the first answer. */
  readonly query: string | undefined;
  readonly connection: string;
  /** Matches of the whole query. */
  readonly matching: readonly PaletteRecord[];
  /** Matches of the name after a verb. */
  readonly named: readonly PaletteRecord[];
}

/** Cached endpoints, updated when the query changes; the previous ones stay until then. Without a cache there are none. */
function useEndpointSearch(query: string, name: string | undefined, connection: string): EndpointMatches {
  const [matches, setMatches] = useState<EndpointMatches>({ query: undefined, connection, matching: [], named: [] });
  useEffect(() => {
    const ended = new AbortController();
    const find = async (text: string): Promise<readonly PaletteRecord[]> => {
      const records = text.length < 2 ? [] : await findRecords("endpoint", text, maxMatches, ended.signal);
      return records.flatMap(
        ({ id, name: label, record }) => endpointRecord(`endpoint:${id}`, label ?? id, connection, record) ?? [],
      );
    };
    const findBoth = async (): Promise<void> => {
      const [matching, named] = await Promise.all([find(query.trim()), find((name ?? "").trim())]);
      if (!ended.signal.aborted) setMatches({ query, connection, matching, named });
    };
    findBoth().catch(() => undefined); // aborted: the query changed
    return () => ended.abort();
  }, [query, name, connection]);
  return matches;
}

function detailOf(id: string, record: JsonRecord): string {
  const time = lastSeenText({ record, now: Date.now() });
  const seen = record["last_seen"] === undefined ? undefined : t(($) => $.fleet.lastSeen.withTime, { time });
  return [t(($) => $.shell.palette.endpointId, { id }), record["imei"], record["ip_address"], seen]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" · ");
}
