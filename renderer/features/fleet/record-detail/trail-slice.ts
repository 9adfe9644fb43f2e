/**
 * The trail of followed links through details. Going back restores the record, its scroll position, and focus on the followed
 * link. The browser history holds the addresses; this holds the rest.
 */
import type { SliceCreator } from "../../../lib/slice.ts";

export interface TrailStep {
  /** The previous address, as text. */
  readonly from: string;
  /** Value of `open` of the link's target; undefined for a link to a list. */
  readonly to: string | undefined;
  /** Name of the previous record. */
  readonly name: string;
  /** Scroll offset in pixels. */
  readonly scroll: number;
  /** The followed link's `href` attribute. */
  readonly href: string;
}

export interface TrailSlice {
  readonly trail: readonly TrailStep[];
  /** Records that a link in the detail was followed. */
  readonly leaveDetail: (step: TrailStep) => void;
  /** Called on navigation to this address: removes and returns the step that left it, if any. */
  readonly returnToDetail: (address: string) => TrailStep | undefined;
  /** Clears the trail when the detail is closed. */
  readonly clearTrail: () => void;
}

/** Maximum number of steps; older ones are discarded. */
const maxSteps = 50;

export const createTrailSlice: SliceCreator<TrailSlice> = (set, get) => ({
  trail: [],
  leaveDetail: (step) => set(({ trail }) => ({ trail: [...trail, step].slice(-maxSteps) })),
  returnToDetail: (address) => {
    const { trail } = get();
    const at = trail.findLastIndex(({ from }) => from === address);
    if (at < 0) return undefined;
    set({ trail: trail.slice(0, at) });
    return trail[at];
  },
  clearTrail: () => {
    if (get().trail.length > 0) set({ trail: [] });
  },
});

/** The step that led to the open record; undefined if it was opened another way. */
export function stepTo(trail: readonly TrailStep[], open: string): TrailStep | undefined {
  const last = trail.at(-1);
  return last?.to === open ? last : undefined;
}
