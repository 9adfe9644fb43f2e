import { expect, test } from "vitest";
import { CallFailure } from "../../../../renderer/lib/fleet.ts";
import { failed, loading, never, ready, shown } from "../../../../renderer/lib/remote.ts";

test("what was shown stays while it is asked again, and when that fails", () => {
  const again = loading(ready(7));
  const broken = failed(again, new CallFailure({ code: "offline", text: { code: "offline" } }));
  expect([shown(again), shown(broken), broken.state]).toEqual([7, 7, "failed"]);
});

test("never asked, on its way and failed without a value show nothing", () => {
  expect([shown(never), shown(loading(never)), shown(failed(never, new Error("x")))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("an error of the window itself becomes a failure with a code", () => {
  expect(failed(never, new Error("boom"))).toMatchObject({ failure: { code: "window-error" } });
});
