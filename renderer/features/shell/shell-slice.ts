/** Where the window is, and what floats above it. The address itself stands in the window's history. */
import { type Address, formatAddress, parseAddress, withQuery } from "../../lib/address.ts";
import type { Failure } from "#contract/kit.ts";
import { failureOf, fleet } from "../../lib/fleet.ts";
import type { SliceCreator, SliceTopics } from "../../lib/slice.ts";

/** What may cover the window; one at a time. */
export type Overlay = "none" | "help" | "palette";

export interface ReopenResult {
  /** Why nothing can be changed or sent still. */
  readonly failure?: Failure;
  /** Half-written texts outlive the program. */
  readonly persistsDrafts: boolean;
}

export interface ShellSlice {
  readonly address: Address;
  readonly overlay: Overlay;
  /** What is typed into the palette, also before its field is there. */
  readonly paletteQuery: string;
  /** The last sentence for a screen reader. */
  readonly announcement: string;
  /** What the operating system says of the network; the service is known by calling it. */
  readonly networkOnline: boolean;
  /** Why nothing can be changed or sent; undefined while the data directory can be written. */
  readonly readOnly: Failure | undefined;
  /** The verb that the application menu asked for; `turn` tells two askings of one verb apart. */
  readonly requestedCommand: { readonly id: string; readonly turn: number } | undefined;
  /** Says to the desktop that the window has loaded, and goes where a deep link leads. */
  readonly meetShell: () => Promise<void>;
  /** Tries to open the data directory for writing. */
  readonly reopen: () => Promise<ReopenResult>;
  readonly requestCommand: (id: string) => void;
  /** Goes there; `replace` leaves no step in the history. */
  readonly navigate: (address: Address, options?: { readonly replace?: boolean }) => void;
  /** Changes the query of this place; undefined removes a value. */
  readonly setQuery: (
    changes: Readonly<Record<string, string | undefined>>,
    options?: { readonly replace?: boolean },
  ) => void;
  readonly showOverlay: (overlay: Overlay) => void;
  readonly typePalette: (query: string) => void;
  readonly announce: (sentence: string) => void;
  readonly setNetworkOnline: (online: boolean) => void;
  /** The history has moved. */
  readonly addressMoved: () => void;
}

export const createShellSlice: SliceCreator<ShellSlice> = (set, get) => {
  const here = (): Address => parseAddress(window.location.hash);
  return {
    address: here(),
    overlay: "none",
    paletteQuery: "",
    announcement: "",
    networkOnline: navigator.onLine,
    requestedCommand: undefined,
    readOnly: undefined,
    meetShell: async () => {
      try {
        const { online, readOnly, pendingAddress } = await fleet.shell.ready({});
        set({ networkOnline: online, readOnly });
        if (pendingAddress !== undefined) get().navigate(parseAddress(pendingAddress), { replace: true });
      } catch (error) {
        if (failureOf(error).code !== "not-in-a-window") throw error;
      }
    },
    reopen: async () => {
      try {
        const { persistsDrafts } = await fleet.shell.reopen({});
        set({ readOnly: undefined });
        return { persistsDrafts };
      } catch (error) {
        const failure = failureOf(error);
        set({ readOnly: failure });
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
    setQuery: (changes, options) => get().navigate(withQuery(get().address, changes), options),
    showOverlay: (overlay) => set({ overlay, paletteQuery: "" }),
    typePalette: (paletteQuery) => set({ paletteQuery }),
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
