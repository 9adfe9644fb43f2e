import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Rectangle,
  readWindowState,
  smallest,
  windowStateFor,
  writeWindowState,
} from "../../../../main/platform/electron/window-state.ts";
import { useScratchFolder } from "../../../make/scratch-folder.ts";

const folder = useScratchFolder();
const display: Rectangle = { x: 0, y: 25, width: 1920, height: 1055 };
const second: Rectangle = { x: 1920, y: 0, width: 1280, height: 1024 };

test("restores the position of the window", () => {
  const saved = { x: 2000, y: 100, width: 900, height: 700, maximized: true };
  const { x, y, width, height, maximized } = saved;
  expect(windowStateFor(saved, [display, second])).toEqual({ width, height, position: { x, y }, maximized });
});

test("a window whose display is disconnected moves to the remaining one, with its size", () => {
  const saved = { x: 2000, y: 100, width: 900, height: 700, maximized: false };
  expect(windowStateFor(saved, [display])).toEqual({ width: 900, height: 700, maximized: false });
});

test("a window larger than its display is resized to fit", () => {
  const saved = { x: 0, y: 25, width: 4000, height: 3000, maximized: false };
  expect(windowStateFor(saved, [display])).toMatchObject({ width: 1920, height: 1055 });
});

test.each([[undefined], [null], ["x"], [{}], [{ x: 1, y: 1, width: "900", height: 1, maximized: true }], [{ x: 1e9 }]])(
  "invalid state opens the default window: %j",
  (saved) => {
    expect(windowStateFor(saved, [display])).toEqual({ width: 1360, height: 860, maximized: false });
  },
);

test("whatever was saved, the title bar is reachable and the size is usable", () => {
  const number = fc.integer({ min: -5000, max: 5000 });
  const state = fc.record({ x: number, y: number, width: number, height: number, maximized: fc.boolean() });
  fc.assert(
    fc.property(state, (saved) => {
      const { width, height, position } = windowStateFor(saved, [display, second]);
      expect(width).toBeGreaterThanOrEqual(smallest.width);
      expect(height).toBeGreaterThanOrEqual(smallest.height);
      if (position === undefined) return;
      const isReachable = [display, second].some(
        (area) => position.x < area.x + area.width && position.x + width > area.x && position.y >= area.y,
      );
      expect(isReachable).toBe(true);
    }),
  );
});

test("the saved state is restored, and a broken file counts as none", () => {
  const file = folder.path("state.json");
  const bounds = { x: 1, y: 30, width: 800, height: 600 };
  expect(readWindowState(file)).toBeUndefined();
  writeWindowState(file, bounds, true);
  expect(readWindowState(file)).toEqual({ ...bounds, maximized: true });
  folder.write("state.json", '{"x":1,');
  expect(readWindowState(file)).toBeUndefined();
});
