/** The position and size of the window, stored in the data directory and restored only as far as the current displays allow. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "../../core/files/private-file.ts";

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  readonly width: number;
  readonly height: number;
  /** Missing: the system chooses. */
  readonly position?: { readonly x: number; readonly y: number };
  readonly maximized: boolean;
}

/** Smallest size at which every part of the window is usable. */
export const smallest = { width: 720, height: 480 };

const usual: WindowState = { width: 1360, height: 860, maximized: false };
/** The part of the title bar that has to be on a display, so that the window can be dragged. */
const reachable = { width: 120, height: 32 };

const pixels = z.number().int().min(-100_000).max(100_000);
const savedSchema = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: z.boolean() });

/** The bounds for opening a window: not larger than its display, and with a reachable title bar. */
export function windowStateFor(saved: unknown, workAreas: readonly Rectangle[]): WindowState {
  const parsed = savedSchema.safeParse(saved);
  const largest = workAreas[0] ?? { x: 0, y: 0, width: usual.width, height: usual.height };
  if (!parsed.success) return { ...usual, ...fit(usual, largest) };
  const { x, y, width, height, maximized } = parsed.data;
  const display = workAreas.find((area) => isReachable({ x, y, ...fit({ width, height }, area) }, area));
  const size = fit({ width, height }, display ?? largest);
  return { ...size, maximized, position: display === undefined ? undefined : { x, y } };
}

function fit(size: { readonly width: number; readonly height: number }, area: Rectangle): typeof size {
  return {
    width: Math.max(Math.min(size.width, area.width), smallest.width),
    height: Math.max(Math.min(size.height, area.height), smallest.height),
  };
}

function isReachable(window: Rectangle, area: Rectangle): boolean {
  const left = Math.max(window.x, area.x);
  const right = Math.min(window.x + window.width, area.x + area.width);
  const below = area.y + area.height - window.y;
  return right - left >= reachable.width && window.y >= area.y && below >= reachable.height;
}

/** The stored state; undefined when there is none that can be read. */
export function readWindowState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Missing, or truncated by a power failure: the default position is used.
    return undefined;
  }
}

/** Replaces the file atomically. */
export function writeWindowState(file: string, bounds: Rectangle, maximized: boolean): void {
  const { x, y, width, height } = bounds;
  writePrivateFile(file, JSON.stringify({ x, y, width, height, maximized }));
}
