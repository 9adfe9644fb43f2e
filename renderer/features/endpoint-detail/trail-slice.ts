/**
 * The way that led through details by their links, so that one comes back to where one was: the same record, scrolled as it was, the
 * keyboard on the link that led away. The window's own history holds the addresses; this holds what an address does not say.
 */
import type { SliceCreator } from "../../lib/slice.ts";

export interface TrailStep {
  /** The address that was left, as text. */
  readonly from: string;
  /** Value of `open` that the link led to; undefined for a link to a list. */
  readonly to: string | undefined;
  /** What the record that was left is called. */
  readonly name: string;
  /** Pixels above what was seen. */
  readonly scroll: number;
  /** The link itself, as its `href` is written. */
  readonly href: string;
}

export interface TrailSlice {
  readonly trail: readonly TrailStep[];
  /** A link in the detail was followed. */
  readonly leaveDetail: (step: TrailStep) => void;
  /** The window is at this address: the step that left it, if there is one, is taken back and told. */
  readonly returnToDetail: (address: string) => TrailStep | undefined;
  /** The detail was closed: nothing leads back to it. */
  readonly forgetTrail: () => void;
}

/** Longer ways are not gone back step by step. */
const longest = 50;

export const createTrailSlice: SliceCreator<TrailSlice> = (set, get) => ({
  trail: [],
  leaveDetail: (step) => set(({ trail }) => ({ trail: [...trail, step].slice(-longest) })),
  returnToDetail: (address) => {
    const { trail } = get();
    const at = trail.findLastIndex(({ from }) => from === address);
    if (at < 0) return undefined;
    set({ trail: trail.slice(0, at) });
    return trail[at];
  },
  forgetTrail: () => {
    if (get().trail.length > 0) set({ trail: [] });
  },
});

/** The step that led to the record that is open now; undefined where it was opened in another way. */
export function stepTo(trail: readonly TrailStep[], open: string): TrailStep | undefined {
  const last = trail.at(-1);
  return last?.to === open ? last : undefined;
}
