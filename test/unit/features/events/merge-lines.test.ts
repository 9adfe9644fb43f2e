import fc from "fast-check";
import { expect, test } from "vitest";
import type { HistoryItem } from "#shared/contract/events/events.ts";
import { compareLines, mergeLines } from "../../../../main/features/events/events.ts";

const line = (source: HistoryItem["source"]) =>
  fc.record({ at: fc.nat(4), key: fc.nat(30).map(String) }).map((place) => ({ ...place, source }) as HistoryItem);

const unique = (source: HistoryItem["source"]) =>
  fc.uniqueArray(line(source), { maxLength: 10, selector: ({ at, key }) => `${at} ${key}` });

/** The answer of the store: events after a place, in order. */
function eventsBehind(events: readonly HistoryItem[], after: HistoryItem | undefined, limit: number): HistoryItem[] {
  const sorted = events.toSorted(compareLines);
  return sorted.filter((event) => after === undefined || compareLines(after, event) < 0).slice(0, limit);
}

test("pages joined are the whole list, each line once, newest first, for any page size", () => {
  fc.assert(
    fc.property(
      unique("event"),
      unique("sms"),
      unique("change"),
      fc.integer({ min: 1, max: 7 }),
      (events, messages, changes, limit) => {
        const otherLines = [...changes, ...messages];
        const seen: HistoryItem[] = [];
        for (;;) {
          const after = seen.at(-1);
          const page = mergeLines([eventsBehind(events, after, limit), otherLines], after, limit);
          seen.push(...page);
          if (page.length < limit) break;
        }
        expect(seen).toEqual([...events, ...otherLines].toSorted(compareLines));
      },
    ),
  );
});

test("at the same time events come before messages, and messages before changes", () => {
  const at = 5;
  const lines = (["change", "sms", "event"] as const).map((source) => ({ source, at, key: "1" }) as HistoryItem);
  const [change, message, event] = lines;
  expect(mergeLines([[event as HistoryItem], [change as HistoryItem, message as HistoryItem]], undefined, 3)).toEqual([
    event,
    message,
    change,
  ]);
});
