import { codedText } from "#shared/texts/coded-text.ts";
import { formatText, t } from "#shared/texts/text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { connectionOptionsSchema, secretSchema } from "#shared/contract/connections/connections.ts";
import {
  baseUrlError,
  changedOptionsOf,
  type ConnectDraft,
  draftOf,
  signInDraftOf,
  editedFields,
  emptyDraft,
  isUnencrypted,
  validationErrorsOf,
  optionErrorsOf,
  optionsDraftOf,
  optionsOf,
  secretOf,
  defaultOptions,
} from "../../../../../renderer/features/connections/connect-draft.ts";

const namedDraft: ConnectDraft = { ...emptyDraft, name: "Acme" };

test("accepts a draft with a name and a token", () => {
  expect(validationErrorsOf(namedDraft, true, [])).toEqual({});
});

test("reports each missing field with its own message", () => {
  const nothing: ConnectDraft = { ...emptyDraft, baseUrl: " ", kind: "user" };
  expect(validationErrorsOf(nothing, false, [])).toEqual({
    name: t(($) => $.connections.validation.nameMissing),
    baseUrl: t(($) => $.connections.validation.baseUrlMissing),
    username: t(($) => $.connections.validation.usernameMissing),
    secret: t(($) => $.connections.validation.passwordMissing),
  });
});

test("requires confirmation for an unencrypted address", () => {
  const readable: ConnectDraft = { ...namedDraft, baseUrl: "http://cdn.example.net" };
  expect(validationErrorsOf(readable, true, [])).toEqual({
    allowUnencrypted: t(($) => $.connections.validation.unencrypted),
  });
  expect(validationErrorsOf({ ...readable, allowUnencrypted: true }, true, [])).toEqual({});
});

test("rejects an existing name instead of overwriting the connection", () => {
  expect(validationErrorsOf({ ...namedDraft, name: " Acme " }, true, ["Acme"])).toEqual({
    name: t(($) => $.connections.validation.nameTaken, { name: "Acme" }),
  });
});

test("rejects a name of more than 64 characters", () => {
  expect(validationErrorsOf({ ...namedDraft, name: "x".repeat(65) }, true, [])).toEqual({
    name: t(($) => $.connections.validation.nameTooLong, { length: 65 }),
  });
});

test.each([
  ["cdn.example.net", formatText(codedText("base-url-no-host"))],
  ["https://", formatText(codedText("base-url-no-host"))],
  ["https://a b", formatText(codedText("base-url-invalid"))],
  ["https://me:secret@example.net", formatText(codedText("base-url-with-credentials"))],
  ["https://example.net/?a=1", formatText(codedText("base-url-with-query"))],
  ["https://example.net/#x", formatText(codedText("base-url-with-query"))],
  ["https://example.net/base", undefined],
  ["http://127.0.0.1:8080", undefined],
])("validates the address %s before anything is sent", (address, error) => {
  expect(baseUrlError(address)).toBe(error);
});

test("warns about plain HTTP except for loopback addresses", () => {
  expect(
    ["http://example.net", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", "https://example.net"].map(
      isUnencrypted,
    ),
  ).toEqual([true, false, false, false, false]);
});

test("uses the default options of the contract", () => {
  expect(optionsOf(defaultOptions)).toEqual(connectionOptionsSchema.parse({}));
});

test("round-trips options through the form", () => {
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
    environment: fc.constantFrom("test", "production"),
    colour: fc.constantFrom("auto", "grey", "red"),
    readOnly: fc.boolean(),
    reconcileAfterMs: fc.integer({ min: 0, max: 3_600_000 }),
    dailyBudget: fc.oneof(fc.constant("none" as const), fc.integer({ min: 1, max: 999_999_999 })),
    defaultSender: fc.constantFrom("none", "4911", "490157000112233"),
  });
  fc.assert(
    fc.property(options, (connectOptions) => {
      const draft = optionsDraftOf(connectOptions);
      expect(optionErrorsOf(draft)).toEqual({});
      expect(optionsOf(draft)).toEqual(connectOptions);
    }),
  );
});

test("changes only the edited options, and none that has its new value already", () => {
  const current = connectionOptionsSchema.parse({ dailyBudget: 500, readOnly: true });
  expect(changedOptionsOf({ colour: "red", readOnly: true, dailyBudget: " 500 " }, current)).toEqual({ colour: "red" });
  expect(changedOptionsOf({ ceilingRequests: "900" }, current)).toEqual({ ceiling: { requests: 900, seconds: 300 } });
  expect(changedOptionsOf({}, current)).toEqual({});
});

test("keeps no field that was changed back", () => {
  const current = connectionOptionsSchema.parse({ dailyBudget: 500 });
  const { readOnly, dailyBudget } = optionsDraftOf(current);
  expect(editedFields({ readOnly, dailyBudget, colour: "red" }, current)).toEqual({ colour: "red" });
  expect(editedFields({ readOnly, dailyBudget }, current)).toBeUndefined();
});

test("either reports invalid option input or produces options that the contract accepts", () => {
  const drafts = fc.record({
    hasCeiling: fc.boolean(),
    ceilingRequests: fc.oneof(fc.string(), fc.integer().map(String), fc.constant("1e3")),
    ceilingSeconds: fc.oneof(fc.string(), fc.double().map(String)),
    separator: fc.constantFrom("nbsp", "space", "auto"),
    quotaPath: fc.constantFrom("literal", "prefixed", "auto"),
    filterNames: fc.constantFrom("spec", "live", "auto"),
    sourceAddress: fc.constantFrom("number", "text", "auto"),
    smsAutoRefill: fc.constantFrom("number", "boolean", "auto"),
    environment: fc.constantFrom("test", "production"),
    colour: fc.constantFrom("auto", "grey", "red"),
    readOnly: fc.boolean(),
    reconcileAfterSeconds: fc.oneof(fc.string(), fc.double().map(String)),
    dailyBudget: fc.oneof(fc.string(), fc.integer().map(String), fc.constant("0")),
    defaultSender: fc.oneof(fc.string(), fc.integer().map(String), fc.constant("+49 157 1122")),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      if (Object.keys(optionErrorsOf(draft)).length > 0) return;
      expect(connectionOptionsSchema.safeParse(optionsOf(draft)).success).toBe(true);
    }),
  );
});

test("does not validate a disabled ceiling", () => {
  expect(optionErrorsOf({ ...defaultOptions, hasCeiling: false, ceilingRequests: "x" })).toEqual({});
});

test("trims line ends from a token and sends a password unchanged", () => {
  const token = secretOf(namedDraft, " abc\n");
  const password = secretOf({ ...namedDraft, kind: "user", username: " me ", portal: true }, " pass ");
  expect([token, password].map((secret) => secretSchema.parse(secret))).toEqual([
    { applicationToken: "abc" },
    { username: "me", password: " pass ", portal: true },
  ]);
});

test("preserves the connection's options when signing in again", () => {
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
  // A draft from before the connection was changed.
  const former = { ...draft, baseUrl: "http://former.example.net", allowUnencrypted: true, username: "typed" };
  expect(signInDraftOf(former, draft)).toEqual({ ...draft, username: "typed" });
});
