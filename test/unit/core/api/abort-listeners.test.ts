import { expect, it } from "vitest";
import { createAbortListeners } from "../../../../main/core/api/transport.ts";

it("calls every listener of a signal once when the signal is aborted", () => {
  const listeners = createAbortListeners();
  const stop = new AbortController();
  const calls: string[] = [];
  listeners.listen(stop.signal, () => calls.push("first"));
  listeners.listen(stop.signal, () => calls.push("second"));
  stop.abort();
  stop.abort();
  expect(calls).toEqual(["first", "second"]);
});

it("does not call a removed listener, nor a listener of another signal", () => {
  const listeners = createAbortListeners();
  const [stop, other] = [new AbortController(), new AbortController()];
  const calls: string[] = [];
  const removed = (): number => calls.push("gone");
  listeners.listen(stop.signal, removed);
  listeners.listen(other.signal, () => calls.push("other"));
  listeners.unlisten(stop.signal, removed);
  stop.abort();
  expect(calls).toEqual([]);
});
