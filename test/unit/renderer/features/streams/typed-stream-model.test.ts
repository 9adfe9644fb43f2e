import fc from "fast-check";
import { expect, test } from "vitest";
import { writeForm } from "../../../../../renderer/lib/kept-text.ts";
import {
  emptyStream,
  formOf,
  isEmpty,
  readTyped,
  stepOfField,
  type TypedStream,
  typedOf,
} from "../../../../../renderer/features/streams/typed-stream-model.ts";

const typed: fc.Arbitrary<TypedStream> = fc.record({
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
    fc.property(typed, (one) => {
      expect(readTyped(writeForm(one, emptyStream))).toEqual(one);
    }),
  );
});

test("an empty form is not kept, and choices alone are nothing to go on with", () => {
  const chosen: TypedStream = { ...emptyStream, destination: "cloud-stream", historic: true };
  expect([writeForm(emptyStream, emptyStream), isEmpty(chosen), isEmpty({ ...chosen, name: "x" })]).toEqual([
    "",
    true,
    false,
  ]);
});

test.each(["", "null", "[]", "7", "{", '{"destination":"moon","content":1,"historic":"yes","url":null}'])(
  "%s is an empty form",
  (kept) => {
    expect(readTyped(kept)).toEqual(emptyStream);
  },
);

test("a form filled in from one that was sent means the same", () => {
  fc.assert(
    fc.property(typed, (one) => {
      const form = formOf(one);
      expect(formOf(typedOf(form))).toEqual(form);
    }),
  );
});

test("choosing another destination keeps the content that was chosen for a URL", () => {
  const events: TypedStream = { ...emptyStream, content: "events", destination: "object-storage" };
  expect(formOf(events).content).toBe("usage-and-events");
  expect(formOf({ ...events, destination: "rest-api" }).content).toBe("events");
});

test("a field leads to the step it stands on", () => {
  expect(["content", "url", "role", "callback"].map(stepOfField)).toEqual(["destination", "where", "where", "where"]);
});
