/** Palette over the available actions and endpoints. */
import { t } from "#shared/texts/text.ts";
import { type SpotlightActionGroupData, createSpotlight, Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type ReactElement, useEffect, useState } from "react";
import { keyLabels } from "../../lib/keys.ts";
import { groupTitles, unavailableReason } from "../actions/action.ts";
import { appActions } from "../actions/registry.ts";
import { runAction } from "../actions/run-action.tsx";
import { useFleetdesk } from "../store/store.ts";
import { Keys } from "../../ui/keys.tsx";
import classes from "./palette.module.css";
import type { JsonRecord } from "#shared/contract/kit.ts";
import { findRecords } from "../../lib/find-records.ts";

const [store, control] = createSpotlight();

export function Palette(): ReactElement {
  const state = useFleetdesk();
  const { paletteQuery: query, typePalette } = state;
  const endpointMatches = useEndpointSearch(query);
  useEffect(() => {
    control.open();
    return () => control.close();
  }, []);
  const available = appActions
    .filter(
      (action) =>
        action.id !== "open-palette" &&
        unavailableReason(action, state, state) === undefined &&
        matches(query, `${groupTitles[action.group]} ${action.title} ${action.keywords ?? ""}`),
    )
    .map((action) => ({
      id: action.id,
      label: action.title,
      description: groupTitles[action.group],
      onClick: () => void runAction(action, useFleetdesk.getState()),
      rightSection: action.keys === undefined ? undefined : <Keys labels={keyLabels(action.keys)} />,
    }));
  const endpoints = endpointMatches.map(({ id, name, detail }) => ({
    id: `endpoint ${id}`,
    label: name,
    description: detail,
    onClick: () => state.navigate({ path: ["fleet", "endpoint"], query: { open: `endpoint:${id}` } }),
  }));
  const groups: SpotlightActionGroupData[] = [
    // Endpoints arrive later; below the actions they do not shift an entry that is about to be selected.
    ...(available.length === 0 ? [] : [{ group: t(($) => $.shell.palette.commands), actions: available }]),
    ...(endpoints.length === 0 ? [] : [{ group: t(($) => $.shell.palette.endpoints), actions: endpoints }]),
  ];
  return (
    <Spotlight
      actions={groups}
      attributes={{ content: { "aria-label": t(($) => $.shell.palette.label), "data-palette": "" } }}
      classNames={{
        action: classes["action"] ?? "",
        actionDescription: classes["description"] ?? "",
        actionsGroup: classes["group"] ?? "",
        search: classes["search"] ?? "",
      }}
      filter={(_query, actions) => actions}
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      nothingFound={t(($) => $.common.noResults)}
      onQueryChange={typePalette}
      onSpotlightClose={() => {
        if (useFleetdesk.getState().overlay === "palette") state.showOverlay("none");
      }}
      query={query}
      scrollable
      searchProps={{
        leftSection: <IconSearch size={16} />,
        placeholder: t(($) => $.shell.palette.placeholder),
        "aria-label": t(($) => $.shell.commands.openPalette.title),
        onKeyDown: (event) => {
          // Enter runs the first entry, also if only endpoints match and none was highlighted when they arrived.
          const [first] = event.key === "Enter" ? [...available, ...endpoints] : [];
          if (first === undefined || document.querySelector(`.${classes["action"] ?? ""}[data-selected]`) !== null)
            return;
          control.close();
          first.onClick();
        },
      }}
      shortcut={null}
      store={store}
    />
  );
}

/** Whether every word of the query occurs in the text. */
function matches(query: string, text: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

// Cached endpoints that match a few typed characters.

interface EndpointMatch {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

const maxMatches = 8;

/** Updated when the query changes; the previous matches stay until then. Without a cache there are none. */
function useEndpointSearch(query: string): readonly EndpointMatch[] {
  const [matches, setMatches] = useState<readonly EndpointMatch[]>([]);
  useEffect(() => {
    const text = query.trim();
    const ended = new AbortController();
    const find = async (): Promise<void> => {
      const records = text.length < 2 ? [] : await findRecords("endpoint", text, maxMatches, ended.signal);
      if (ended.signal.aborted) return;
      setMatches(records.map(({ id, name, record }) => ({ id, name: name ?? id, detail: detailOf(id, record) })));
    };
    find().catch(() => undefined); // aborted: the query changed
    return () => ended.abort();
  }, [query]);
  return matches;
}

function text1(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function detailOf(id: string, record: JsonRecord): string {
  return [t(($) => $.shell.palette.endpointId, { id }), text1(record["imei"]), text1(record["ip_address"])]
    .filter((part) => part !== undefined)
    .join(" · ");
}
