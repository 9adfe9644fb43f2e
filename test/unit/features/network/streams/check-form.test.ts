import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import type { StreamForm } from "#shared/contract/network/stream-schemas.ts";
import { toFailure } from "#shared/failure.ts";
import { checkCallback, checkForm, readRole } from "../../../../../main/features/network/streams/check-form.ts";

const role = "arn:aws:iam::123456789012:role/fleet";
const bucket = {
  destination: "object-storage",
  content: "usage-and-events",
  historic: false,
  role,
  region: "eu-west-1",
  name: "fleet-data",
} as const satisfies StreamForm;
const stream = { ...bucket, destination: "cloud-stream" } as const satisfies StreamForm;
const rest = (callback: Extract<StreamForm, { destination: "rest-api" }>["callback"]): StreamForm => ({
  destination: "rest-api",
  content: "events",
  historic: false,
  callback,
});
const existing = (id: string): StreamForm => rest({ kind: "existing", id });
const url = (text: string, purpose = "events"): StreamForm => rest({ kind: "new", url: text, purpose });

const wrong: readonly (readonly [field: string, what: string, form: StreamForm])[] = [
  ["callback", "no id", existing(" ")],
  ["callback", "a non-numeric id", existing("main")],
  ["callback", "an id with a fraction", existing("1.5")],
  ["callback", "an id above the safe integer range", existing("9999999999999999")],
  ["callback", "the id 0", existing("0")],
  ["url", "no URL", url("")],
  ["url", "an unsupported protocol", url("ftp://fleet.example.com/in")],
  ["url", "no protocol", url("fleet.example.com/in")],
  ["url", "no host", url("https://")],
  ["url", "a space inside", url("https://fleet.example.com/in box")],
  ["url", "a password", url("https://me:secret@fleet.example.com/in")],
  ["url", "a user name", url("https://me@fleet.example.com/in")],
  ["url", "more than 2000 characters", url(`https://fleet.example.com/${"x".repeat(2000)}`)],
  ["purpose", "no purpose", url("https://fleet.example.com/in", "  ")],
  ["purpose", "a purpose of two lines", url("https://fleet.example.com/in", "one\ntwo")],
  ["purpose", "a purpose that is too long", url("https://fleet.example.com/in", "x".repeat(256))],
  ["role", "no role", { ...bucket, role: "" }],
  ["role", "a role without an account id", { ...bucket, role: "arn:aws:iam::role/fleet" }],
  ["role", "a role without a name", { ...bucket, role: "arn:aws:iam::123456789012:role/" }],
  ["role", "a user", { ...bucket, role: "arn:aws:iam::123456789012:user/x" }],
  ["role", "a role with a space", { ...bucket, role: "arn:aws:iam::123456789012:role/my fleet" }],
  ["region", "no region", { ...bucket, region: "" }],
  ["region", "a region with a slash", { ...bucket, region: "eu-west-1/fleet" }],
  ["name", "no name", { ...stream, name: "" }],
  ["name", "a name with a slash", { ...stream, name: "eu-west-1/fleet" }],
  ["name", "a name with a space", { ...bucket, name: "fleet data" }],
  ["content", "events alone into a bucket", { ...bucket, content: "events" }],
  ["content", "events alone into a cloud data stream", { ...stream, content: "events" }],
];

test.each(wrong)('rejects the field "%s" for %s', (field, _what, form) => {
  const failure = (() => {
    try {
      checkForm(form);
    } catch (error) {
      return toFailure(error);
    }
    return undefined;
  })();
  expect(failure).toMatchObject({ code: "invalid-input", details: { field } });
});

test("accepts and trims the values of the specification", () => {
  const spaced = { ...bucket, role: ` ${role} `, region: " eu-west-1", name: "fleet-data " };
  expect(checkForm(spaced)).toEqual({ form: bucket, warnings: [] });
  expect(checkForm(existing(" 0021 ")).form).toEqual(existing("21"));
  expect(checkForm(url(" https://fleet.example.com/in ", " events "))).toEqual({
    form: url("https://fleet.example.com/in"),
    warnings: [],
  });
});

const odd: readonly (readonly [field: string, what: string, form: StreamForm])[] = [
  ["url", "no encryption", url("http://fleet.example.com/in")],
  ["url", "this computer", url("https://localhost/in")],
  ["url", "a private network", url("https://192.168.3.4/in")],
  ["url", "a private network of version 6", url("https://[fd00::1]/in")],
  ["url", "a secret in the query", url("https://fleet.example.com/in?access_token=abc")],
  ["url", "a fragment", url("https://fleet.example.com/in#part")],
  ["role", "a role in another form", { ...bucket, role: "123456789012/fleet" }],
  ["region", "a name that is no region", { ...bucket, region: "Dublin" }],
  ["name", "a bucket in capitals", { ...bucket, name: "FleetData" }],
  ["name", "a stream with an umlaut", { ...stream, name: "flöte" }],
];

test.each(odd)('warns at "%s" of %s without rejecting the form', (field, _what, form) => {
  const { warnings } = checkForm(form);
  expect(warnings).toEqual([{ field, message: expect.objectContaining({ code: expect.stringContaining("-") }) }]);
});

test("applies the same checks to a callback without a stream", () => {
  expect(checkCallback({ url: " https://x.example.com ", purpose: " p " })).toEqual({
    url: "https://x.example.com",
    purpose: "p",
    warnings: [],
  });
});

test.each([
  [role, { account: "123456789012", name: "fleet" }],
  ["arn:aws:iam::123456789012:role/path/to/fleet", { account: "123456789012", name: "fleet" }],
  ["fleet", undefined],
  ["arn:aws:iam::12:role/fleet", undefined],
])("reads from the role %s: %j", (text, read) => {
  expect(readRole(text)).toEqual(read);
});

test("reports every invalid field at once, each with its own text", () => {
  let failure: unknown;
  try {
    checkForm({ ...bucket, role: "", region: " ", name: "a/b" });
  } catch (error) {
    failure = toFailure(error).details;
  }
  expect(failure).toEqual({
    field: "role",
    fields: [
      { field: "role", text: codedText("role-missing") },
      { field: "region", text: codedText("region-missing") },
      { field: "name", text: codedText("bucket-name-slash") },
    ],
  });
});
