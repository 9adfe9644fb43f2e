import { expect, it } from "vitest";
import { createAbortBell } from "../../../main/api/abort-bell.ts";

it("calls everybody who listens to a signal, once, when it is aborted", () => {
  const bell = createAbortBell();
  const stop = new AbortController();
  const heard: string[] = [];
  bell.listen(stop.signal, () => heard.push("first"));
  bell.listen(stop.signal, () => heard.push("second"));
  stop.abort();
  stop.abort();
  expect(heard).toEqual(["first", "second"]);
});

it("does not call who took back, nor who listens to another signal", () => {
  const bell = createAbortBell();
  const [stop, other] = [new AbortController(), new AbortController()];
  const heard: string[] = [];
  const gone = (): number => heard.push("gone");
  bell.listen(stop.signal, gone);
  bell.listen(other.signal, () => heard.push("other"));
  bell.takeBack(stop.signal, gone);
  stop.abort();
  expect(heard).toEqual([]);
});
