import { expect, test } from "vitest";
import { CallFailure } from "../../../../renderer/lib/fleet.ts";
import { failed, loading, idle, ready, dataOf } from "../../../../renderer/lib/async-state.ts";

test("preserves data while reloading and on failure", () => {
  const again = loading(ready(7));
  const broken = failed(again, new CallFailure({ code: "offline", text: { code: "offline" } }));
  expect([dataOf(again), dataOf(broken), broken.state]).toEqual([7, 7, "failed"]);
});

test("has no data when idle, loading or failed without a value", () => {
  expect([dataOf(idle), dataOf(loading(idle)), dataOf(failed(idle, new Error("x")))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("converts an error of the window itself to a failure with a code", () => {
  expect(failed(idle, new Error("boom"))).toMatchObject({ failure: { code: "window-error" } });
});
