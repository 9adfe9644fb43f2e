/** Address, overlays and shell state of the window. The address itself is stored in the browser history. */
import { currentConnection } from "../data/connection.ts";
import { type Address, formatAddress, parseAddress, withQuery } from "../lib/address.ts";
import type { Failure } from "#shared/contract/kit.ts";
import { failureOf, fleet } from "../lib/fleet.ts";
import type { ListPlace } from "../lib/list-place.ts";
import type { SliceCreator, SliceTopics } from "../lib/slice.ts";

/** Overlays of the window; at most one is open. */
type Overlay = "none" | "help" | "palette";

interface ReopenResult {
  /** Why the data directory is still read-only. */
  readonly failure?: Failure;
  /** Drafts are stored across restarts. */
  readonly persistsDrafts: boolean;
}

export interface ShellSlice {
  /** Texts are loaded and the address is restored: pages can be shown. */
  readonly isStarted: boolean;
  readonly address: Address;
  readonly overlay: Overlay;
  /** Text of the palette's input, including keys typed before it is mounted. */
  readonly paletteQuery: string;
  /** Enter was pressed before the palette was mounted, or before it had the endpoints of its text. */
  readonly paletteEnter: boolean;
  /** The last announcement for screen readers. */
  readonly announcement: string;
  /** The operating system's network state; whether the service is reachable is only known from calls. */
  readonly networkOnline: boolean;
  /** Why changing and sending are disabled; undefined while the data directory is writable. */
  readonly readOnly: Failure | undefined;
  /** Why the database could not be opened after it was replaced; nothing can be read then. */
  readonly databaseClosed: Failure | undefined;
  /** The command invoked from the application menu; `turn` distinguishes repeated invocations. */
  readonly requestedCommand: { readonly id: string; readonly turn: number } | undefined;
  /** The last position in each list, with the query it belongs to. */
  readonly listPlaces: Readonly<Record<string, { readonly query: string; readonly place: ListPlace } | undefined>>;
  readonly saveListPlace: (list: string, query: string, place: ListPlace) => void;
  /** Notifies the desktop shell that the window has loaded, navigates to a pending deep link, and reads whether the database is open. */
  readonly connectShell: () => Promise<void>;
  /** Retries to open the data directory for writing, or a closed database. */
  readonly reopen: () => Promise<ReopenResult>;
  readonly requestCommand: (id: string) => void;
  /** Navigates to an address; `replace` adds no history entry. */
  readonly navigate: (address: Address, options?: { readonly replace?: boolean }) => void;
  /**
   * The returned function tells whether the page that is open now is still open, over the same connection and with the same values of these
   * parameters of its address: elsewhere, the same id may be another record.
   */
  readonly watchPage: (...parameters: readonly string[]) => () => boolean;
  /** Changes the query of the current address; undefined removes a parameter. */
  readonly setQuery: (
    changes: Readonly<Record<string, string | undefined>>,
    options?: { readonly replace?: boolean },
  ) => void;
  readonly showOverlay: (overlay: Overlay) => void;
  readonly typePalette: (query: string) => void;
  /** Runs the first entry once the palette has one. */
  readonly enterPalette: () => void;
  readonly announce: (sentence: string) => void;
  readonly setNetworkOnline: (online: boolean) => void;
  /** Called when the browser history changed. */
  readonly addressMoved: () => void;
}

export const createShellSlice: SliceCreator<ShellSlice> = (set, get) => {
  const here = (): Address => parseAddress(window.location.hash);
  return {
    isStarted: false,
    address: here(),
    overlay: "none",
    paletteQuery: "",
    paletteEnter: false,
    announcement: "",
    networkOnline: navigator.onLine,
    requestedCommand: undefined,
    readOnly: undefined,
    databaseClosed: undefined,
    listPlaces: {},
    saveListPlace: (list, query, place) =>
      set(({ listPlaces }) => ({ listPlaces: { ...listPlaces, [list]: { query, place } } })),
    connectShell: async () => {
      try {
        const { online, readOnly, closed, pendingAddress } = await fleet.shell.ready({});
        set({ networkOnline: online, readOnly, databaseClosed: closed });
        if (pendingAddress !== undefined) get().navigate(parseAddress(pendingAddress), { replace: true });
      } catch (error) {
        if (failureOf(error).code !== "not-in-a-window") throw error;
      }
    },
    reopen: async () => {
      try {
        const { persistsDrafts } = await fleet.shell.reopen({});
        set({ readOnly: undefined, databaseClosed: undefined });
        return { persistsDrafts };
      } catch (error) {
        const failure = failureOf(error);
        set(get().databaseClosed === undefined ? { readOnly: failure } : { databaseClosed: failure });
        return { failure, persistsDrafts: false };
      }
    },
    requestCommand: (id) =>
      set(({ requestedCommand }) => ({ requestedCommand: { id, turn: (requestedCommand?.turn ?? 0) + 1 } })),
    navigate: (address, { replace = false } = {}) => {
      const hash = `#${formatAddress(address)}`;
      if (hash === window.location.hash) return;
      if (replace) window.history.replaceState(undefined, "", hash);
      else window.history.pushState(undefined, "", hash);
      set({ address, overlay: "none" });
    },
    watchPage: (...parameters) => {
      const pageKey = (): string => {
        const { path, query } = get().address;
        return JSON.stringify([currentConnection()?.name, path, parameters.map((name) => query[name])]);
      };
      const before = pageKey();
      return () => pageKey() === before;
    },
    setQuery: (changes, options) => get().navigate(withQuery(get().address, changes), options),
    showOverlay: (overlay) => set({ overlay, paletteQuery: "", paletteEnter: false }),
    typePalette: (paletteQuery) => set({ paletteQuery, paletteEnter: false }),
    enterPalette: () => set({ paletteEnter: true }),
    announce: (announcement) => set({ announcement }),
    setNetworkOnline: (networkOnline) => set({ networkOnline }),
    addressMoved: () => set({ address: here() }),
  };
};

export const shellTopics: SliceTopics<ShellSlice> = (slice) => ({
  "shell.command": ({ id }) => slice().requestCommand(id),
  "shell.address": ({ address }) => slice().navigate(parseAddress(address)),
  "shell.connectivity": ({ online }) => slice().setNetworkOnline(online),
});
