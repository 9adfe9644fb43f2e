import { expect, test } from "vitest";
import {
  sayInFlight,
  sayStillUnknown,
  sayUnverified,
} from "../../../../../main/features/campaigns/running/unknown-words.ts";

test("one recipient is spoken of as one, several as several", () => {
  expect([sayInFlight(1), sayInFlight(3)]).toEqual([
    "The program ended while the campaign ran; 1 recipient was in flight.",
    "The program ended while the campaign ran; 3 recipients were in flight.",
  ]);
  expect([sayStillUnknown(1), sayStillUnknown(3)]).toEqual([
    "1 recipient stays unknown: its SMS list did not settle it. Reconcile asks again, retry sends to it again.",
    "3 recipients stay unknown: their SMS lists did not settle it. Reconcile asks again, retry sends to them again.",
  ]);
  expect([sayUnverified(1), sayUnverified(3)].map((text) => text.slice(0, text.indexOf(",")))).toEqual([
    "Another copy or state of this database may have sent to 1 pending recipient",
    "Another copy or state of this database may have sent to 3 pending recipients",
  ]);
});
