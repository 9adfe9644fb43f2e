import { codedText } from "#shared/texts/coded-text.ts";
import { expect, test } from "vitest";
import { trustOf, type TrustRequest } from "../../../../../main/features/network/streams/streams.ts";

const whole: TrustRequest = {
  destination: "object-storage",
  role: "arn:aws:iam::123456789012:role/fleet",
  region: "eu-west-1",
  name: "fleet-data",
  principal: "210987654321",
  organisation: "4401",
};

const parsed = (text: string): unknown => JSON.parse(text);

test("lets the account of the service assume the role for the own organisation only", () => {
  const { trust, externalId, accountId, roleName } = trustOf(whole);
  expect([externalId, accountId, roleName, trust.missing]).toEqual(["org-4401", "123456789012", "fleet", []]);
  expect(parsed(trust.text)).toEqual({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "DeliveryOfFleetData",
        Effect: "Allow",
        Principal: { AWS: "arn:aws:iam::210987654321:root" },
        Action: "sts:AssumeRole",
        Condition: { StringEquals: { "sts:ExternalId": "org-4401" } },
      },
    ],
  });
});

test.each([
  ["object-storage", ["s3:PutObject"], "arn:aws:s3:::fleet-data/*"],
  [
    "cloud-stream",
    ["kinesis:PutRecord", "kinesis:PutRecords"],
    "arn:aws:kinesis:eu-west-1:123456789012:stream/fleet-data",
  ],
] as const)("allows the role of %s to write there and nothing else", (destination, actions, resource) => {
  const { permission } = trustOf({ ...whole, destination });
  expect(permission.missing).toEqual([]);
  expect(parsed(permission.text)).toMatchObject({
    Statement: [{ Effect: "Allow", Action: actions, Resource: resource }],
  });
});

test("uses the partition of the role everywhere", () => {
  const { trust, permission } = trustOf({ ...whole, role: "arn:aws-cn:iam::123456789012:role/fleet" });
  expect(trust.text).toContain("arn:aws-cn:iam::210987654321:root");
  expect(permission.text).toContain("arn:aws-cn:s3:::fleet-data/*");
});

test("uses a role of the service unchanged", () => {
  const principal = "arn:aws:iam::210987654321:role/streamer";
  expect(trustOf({ ...whole, principal }).trust.text).toContain(`"${principal}"`);
});

test("shows missing values in capitals and lists them", () => {
  const nothing = { role: "", region: "", name: "", principal: "", organisation: undefined };
  const { trust, permission, externalId } = trustOf({ destination: "cloud-stream", ...nothing });
  expect([externalId, trust.missing.length, permission.missing.length]).toEqual([undefined, 2, 3]);
  for (const { text } of [trust, permission]) expect(text).toContain("FILL-IN-");
  expect(trustOf({ destination: "object-storage", ...nothing }).permission.missing).toEqual([
    codedText("bucket-name-missing"),
  ]);
});

test("reports an invalid value at its field instead of as missing", () => {
  expect(trustOf(whole).errors).toEqual({});
  expect(trustOf({ ...whole, principal: " ", organisation: "" }).errors).toEqual({});
  const { errors, trust, permission } = trustOf({ ...whole, principal: "abc", organisation: "org", name: "a b" });
  expect(errors).toEqual({
    principal: codedText("principal-invalid"),
    organisation: codedText("organisation-no-number"),
  });
  expect(trust.missing).toEqual([errors.principal, errors.organisation]);
  expect(permission.missing).toEqual([codedText("bucket-name-not-in-policy")]);
  expect(trustOf({ ...whole, principal: "12345678901" }).errors.principal).toEqual(
    codedText("principal-wrong-length", { digits: 11 }),
  );
});

test.each(["*", "fleet/*", 'x", "y', "12345678901"])("keeps %s out of a policy", (value) => {
  const { trust, permission } = trustOf({ ...whole, principal: value, name: value === "12345678901" ? "*" : value });
  expect([trust.missing.length, permission.missing.length]).toEqual([1, 1]);
  expect(permission.text).toContain("FILL-IN-THE-BUCKET/*");
});
