import fc from "fast-check";
import { expect, test } from "vitest";
import { writeForm } from "../../../../../../renderer/lib/draft-storage.ts";
import {
  emptyStream,
  formOf,
  isEmpty,
  readStreamDraft,
  stepOfField,
  type StreamDraft,
  streamDraftOf,
} from "../../../../../../renderer/features/network/streams/stream-draft.ts";

const drafts: fc.Arbitrary<StreamDraft> = fc.record({
  destination: fc.constantFrom("rest-api", "object-storage", "cloud-stream"),
  content: fc.constantFrom("events", "usage-and-events"),
  historic: fc.boolean(),
  callbackIs: fc.constantFrom("existing", "new", "inline"),
  callback: fc.string(),
  url: fc.string(),
  purpose: fc.string(),
  role: fc.string(),
  region: fc.string(),
  name: fc.string(),
  principal: fc.string(),
  organisation: fc.string(),
});

test("round-trips a draft", () => {
  fc.assert(
    fc.property(drafts, (one) => {
      expect(readStreamDraft(writeForm(one, emptyStream))).toEqual(one);
    }),
  );
});

test("does not store an empty form or one with selections only", () => {
  const draft: StreamDraft = { ...emptyStream, destination: "cloud-stream", historic: true };
  expect([writeForm(emptyStream, emptyStream), isEmpty(draft), isEmpty({ ...draft, name: "x" })]).toEqual([
    "",
    true,
    false,
  ]);
});

test.each(["", "null", "[]", "7", "{", '{"destination":"moon","content":1,"historic":"yes","url":null}'])(
  "parses %s as an empty form",
  (stored) => {
    expect(readStreamDraft(stored)).toEqual(emptyStream);
  },
);

test("round-trips a form created from a sent request", () => {
  fc.assert(
    fc.property(drafts, (one) => {
      const form = formOf(one);
      expect(formOf(streamDraftOf(form))).toEqual(form);
    }),
  );
});

test("preserves the content selected for a URL when another destination is selected", () => {
  const events: StreamDraft = { ...emptyStream, content: "events", destination: "object-storage" };
  expect(formOf(events).content).toBe("usage-and-events");
  expect(formOf({ ...events, destination: "rest-api" }).content).toBe("events");
});

test("maps a field to its step", () => {
  expect(["content", "url", "role", "callback"].map(stepOfField)).toEqual([
    "destination",
    "target",
    "target",
    "target",
  ]);
});
