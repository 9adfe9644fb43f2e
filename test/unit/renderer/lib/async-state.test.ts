import { expect, test } from "vitest";
import { CallFailure } from "../../../../renderer/lib/fleet.ts";
import { failed, loading, idle, ready, dataOf } from "../../../../renderer/lib/async-state.ts";

test("what was shown stays while it is asked again, and when that fails", () => {
  const again = loading(ready(7));
  const broken = failed(again, new CallFailure({ code: "offline", text: { code: "offline" } }));
  expect([dataOf(again), dataOf(broken), broken.state]).toEqual([7, 7, "failed"]);
});

test("never asked, on its way and failed without a value show nothing", () => {
  expect([dataOf(idle), dataOf(loading(idle)), dataOf(failed(idle, new Error("x")))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("an error of the window itself becomes a failure with a code", () => {
  expect(failed(idle, new Error("boom"))).toMatchObject({ failure: { code: "window-error" } });
});
