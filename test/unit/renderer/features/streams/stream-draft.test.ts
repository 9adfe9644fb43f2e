import fc from "fast-check";
import { expect, test } from "vitest";
import { writeForm } from "../../../../../renderer/lib/draft-storage.ts";
import {
  emptyStream,
  formOf,
  isEmpty,
  readStreamDraft,
  stepOfField,
  type StreamDraft,
  streamDraftOf,
} from "../../../../../renderer/features/streams/stream-draft.ts";

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

test("what was typed is read back as it was written", () => {
  fc.assert(
    fc.property(drafts, (one) => {
      expect(readStreamDraft(writeForm(one, emptyStream))).toEqual(one);
    }),
  );
});

test("an empty form is not kept, and choices alone are nothing to go on with", () => {
  const draft: StreamDraft = { ...emptyStream, destination: "cloud-stream", historic: true };
  expect([writeForm(emptyStream, emptyStream), isEmpty(draft), isEmpty({ ...draft, name: "x" })]).toEqual([
    "",
    true,
    false,
  ]);
});

test.each(["", "null", "[]", "7", "{", '{"destination":"moon","content":1,"historic":"yes","url":null}'])(
  "%s is an empty form",
  (stored) => {
    expect(readStreamDraft(stored)).toEqual(emptyStream);
  },
);

test("a form filled in from one that was sent means the same", () => {
  fc.assert(
    fc.property(drafts, (one) => {
      const form = formOf(one);
      expect(formOf(streamDraftOf(form))).toEqual(form);
    }),
  );
});

test("choosing another destination keeps the content that was chosen for a URL", () => {
  const events: StreamDraft = { ...emptyStream, content: "events", destination: "object-storage" };
  expect(formOf(events).content).toBe("usage-and-events");
  expect(formOf({ ...events, destination: "rest-api" }).content).toBe("events");
});

test("a field leads to the step it stands on", () => {
  expect(["content", "url", "role", "callback"].map(stepOfField)).toEqual(["destination", "where", "where", "where"]);
});
