import { t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { connectionOptionsSchema, secretSchema } from "../../../../../preload/contract/connections.ts";
import {
  baseUrlError,
  type ConnectDraft,
  draftOf,
  emptyDraft,
  isUnencrypted,
  validationErrorsOf,
  optionErrorsOf,
  optionsDraftOf,
  optionsOf,
  secretOf,
  usualOptions,
} from "../../../../../renderer/features/connections/connect-draft.ts";

const namedDraft: ConnectDraft = { ...emptyDraft, name: "Acme" };

test("a name and a token are enough", () => {
  expect(validationErrorsOf(namedDraft, true, [])).toEqual({});
});

test("each field that is missing is named with a sentence of its own", () => {
  const nothing: ConnectDraft = { ...emptyDraft, baseUrl: " ", kind: "user" };
  expect(validationErrorsOf(nothing, false, [])).toEqual({
    name: t(($) => $.connections.validation.nameMissing),
    baseUrl: t(($) => $.connections.validation.baseUrlMissing),
    username: t(($) => $.connections.validation.usernameMissing),
    secret: t(($) => $.connections.validation.passwordMissing),
  });
});

test("an address that is not encrypted has to be confirmed", () => {
  const readable: ConnectDraft = { ...namedDraft, baseUrl: "http://cdn.example.net" };
  expect(validationErrorsOf(readable, true, [])).toEqual({
    allowUnencrypted: t(($) => $.connections.validation.unencrypted),
  });
  expect(validationErrorsOf({ ...readable, allowUnencrypted: true }, true, [])).toEqual({});
});

test("a name that exists is not taken over in silence", () => {
  expect(validationErrorsOf({ ...namedDraft, name: " Acme " }, true, ["Acme"])).toEqual({
    name: t(($) => $.connections.validation.nameTaken, { name: "Acme" }),
  });
});

test("a name of more than 64 characters is refused", () => {
  expect(validationErrorsOf({ ...namedDraft, name: "x".repeat(65) }, true, [])).toEqual({
    name: t(($) => $.connections.validation.nameTooLong, { length: 65 }),
  });
});

test.each([
  ["cdn.example.net", t(($) => $.connections.validation.baseUrlScheme)],
  ["https://", t(($) => $.connections.validation.baseUrlScheme)],
  ["https://a b", t(($) => $.connections.validation.baseUrlInvalid)],
  ["https://me:secret@example.net", t(($) => $.connections.validation.baseUrlCredentials)],
  ["https://example.net/?a=1", t(($) => $.connections.validation.baseUrlQuery)],
  ["https://example.net/#x", t(($) => $.connections.validation.baseUrlQuery)],
  ["https://example.net/base", undefined],
  ["http://127.0.0.1:8080", undefined],
])("the address %s is judged before anything is sent", (address, error) => {
  expect(baseUrlError(address)).toBe(error);
});

test("plain http is warned of, but for this computer itself", () => {
  expect(
    ["http://example.net", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://example.net"].map(
      isUnencrypted,
    ),
  ).toEqual([true, false, false, false, false]);
});

test("the usual options are those of the treaty", () => {
  expect(optionsOf(usualOptions)).toEqual(connectionOptionsSchema.parse({}));
});

test("options come back from the form as they were", () => {
  const options = fc.record({
    ceiling: fc.oneof(
      fc.constant("none" as const),
      fc.record({ requests: fc.integer({ min: 1, max: 99_999 }), seconds: fc.integer({ min: 1, max: 9999 }) }),
    ),
    separator: fc.constantFrom("nbsp", "space", "auto"),
    quotaPath: fc.constantFrom("literal", "prefixed", "auto"),
    filterNames: fc.constantFrom("spec", "live", "auto"),
    sourceAddress: fc.constantFrom("number", "text", "auto"),
    smsAutoRefill: fc.constantFrom("number", "boolean", "auto"),
    reconcileAfterMs: fc.integer({ min: 0, max: 3_600_000 }),
    dailyBudget: fc.oneof(fc.constant("none" as const), fc.integer({ min: 1, max: 999_999_999 })),
  });
  fc.assert(
    fc.property(options, (connectOptions) => {
      const draft = optionsDraftOf(connectOptions);
      expect(optionErrorsOf(draft)).toEqual({});
      expect(optionsOf(draft)).toEqual(connectOptions);
    }),
  );
});

test("whatever is typed as options is either named as a mistake or taken by the treaty", () => {
  const drafts = fc.record({
    hasCeiling: fc.boolean(),
    ceilingRequests: fc.oneof(fc.string(), fc.integer().map(String), fc.constant("1e3")),
    ceilingSeconds: fc.oneof(fc.string(), fc.double().map(String)),
    separator: fc.constantFrom("nbsp", "space", "auto"),
    quotaPath: fc.constantFrom("literal", "prefixed", "auto"),
    filterNames: fc.constantFrom("spec", "live", "auto"),
    sourceAddress: fc.constantFrom("number", "text", "auto"),
    smsAutoRefill: fc.constantFrom("number", "boolean", "auto"),
    reconcileAfterSeconds: fc.oneof(fc.string(), fc.double().map(String)),
    dailyBudget: fc.oneof(fc.string(), fc.integer().map(String), fc.constant("0")),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      if (Object.keys(optionErrorsOf(draft)).length > 0) return;
      expect(connectionOptionsSchema.safeParse(optionsOf(draft)).success).toBe(true);
    }),
  );
});

test("a ceiling that is switched off is not judged", () => {
  expect(optionErrorsOf({ ...usualOptions, hasCeiling: false, ceilingRequests: "x" })).toEqual({});
});

test("a token is freed of the line ends it was copied with, a password is sent as typed", () => {
  const token = secretOf(namedDraft, " abc\n");
  const password = secretOf({ ...namedDraft, kind: "user", username: " me ", portal: true }, " pass ");
  expect([token, password].map((secret) => secretSchema.parse(secret))).toEqual([
    { applicationToken: "abc" },
    { username: "me", password: " pass ", portal: true },
  ]);
});

test("signing in again keeps the options of the connection", () => {
  const options = connectionOptionsSchema.parse({ ceiling: "none", separator: "space" });
  const connection = {
    name: "Acme",
    baseUrl: "https://example.net",
    kind: "user",
    options,
    current: true,
    practice: false,
    createdAt: 0,
  } as const;
  const draft = draftOf(connection, "me@example.net");
  expect([draft.username, optionsOf(draft.options)]).toEqual(["me@example.net", options]);
});
