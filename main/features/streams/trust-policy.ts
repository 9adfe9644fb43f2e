/**
 * The trust relationship of a destination (specification, "Data stream" and "Authentication" 8): the role named in the stream must let
 * the service take it on, and must be allowed to write. Texts for the operator of the destination, made from what is filled in. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Policy, Trust } from "#contract/streams.ts";
import { readRole } from "./check-form.ts";

export interface TrustWish {
  readonly destination: "object-storage" | "cloud-stream";
  readonly role: string;
  readonly region: string;
  readonly name: string;
  /** Account id or role of the service, as its operator tells it. */
  readonly principal: string;
  /** Numeric id of one's own organisation. */
  readonly organisation: string | undefined;
}

const version = "2012-10-17";
const open = {
  principal: "FILL-IN-THE-ACCOUNT-OR-ROLE-OF-THE-SERVICE",
  organisation: "org-FILL-IN-YOUR-ORGANISATION-ID",
  account: "FILL-IN-YOUR-ACCOUNT-ID",
  region: "FILL-IN-THE-REGION",
  bucket: "FILL-IN-THE-BUCKET",
  stream: "FILL-IN-THE-STREAM",
} as const;

/** Works half filled in: what is missing stands in the text in capitals and is listed next to it. */
export function trustOf(wish: TrustWish): Trust {
  const role = readRole(wish.role);
  const organisation = /^\d+$/.test(wish.organisation?.trim() ?? "") ? wish.organisation?.trim() : undefined;
  const externalId = organisation === undefined ? undefined : `org-${organisation}`;
  const errors = errorsOf(wish);
  return {
    trust: trustPolicy(principalOf(wish), externalId, errors),
    permission: wish.destination === "object-storage" ? bucketPolicy(wish) : streamPolicy(wish, role?.account),
    ...(externalId === undefined ? {} : { externalId }),
    ...(role === undefined ? {} : { accountId: role.account, roleName: role.name }),
    steps: steps(wish.destination, role?.name),
    errors,
  };
}

/** What is typed and cannot be what is asked for. */
function errorsOf(wish: TrustWish): Trust["errors"] {
  const principal = wish.principal.trim();
  const isOrganisation = /^\d*$/.test(wish.organisation?.trim() ?? "");
  return {
    ...(principal === "" || principalOf(wish) !== undefined
      ? {}
      : {
          principal: /^\d+$/.test(principal)
            ? codedText("principal-wrong-length", { digits: principal.length })
            : codedText("principal-invalid"),
        }),
    ...(isOrganisation ? {} : { organisation: codedText("organisation-no-number") }),
  };
}

function trustPolicy(principal: string | undefined, externalId: string | undefined, errors: Trust["errors"]): Policy {
  const statement = {
    Sid: "DeliveryOfFleetData",
    Effect: "Allow",
    Principal: { AWS: principal ?? open.principal },
    Action: "sts:AssumeRole",
    // Without it, whoever is a customer of the service could have it write here.
    Condition: { StringEquals: { "sts:ExternalId": externalId ?? open.organisation } },
  };
  return policy(
    [statement],
    [
      ...(principal === undefined ? [errors.principal ?? codedText("policy-principal-missing")] : []),
      ...(externalId === undefined ? [errors.organisation ?? codedText("policy-organisation-missing")] : []),
    ],
  );
}

function bucketPolicy(wish: TrustWish): Policy {
  const bucket = place(wish.name);
  const resource = `arn:${partitionOf(wish.role)}:s3:::${bucket ?? open.bucket}/*`;
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: ["s3:PutObject"], Resource: resource };
  return policy([statement], bucket === undefined ? [missingText("bucket-name", wish.name)] : []);
}

function streamPolicy(wish: TrustWish, account: string | undefined): Policy {
  const [region, name] = [place(wish.region), place(wish.name)];
  const where = [region ?? open.region, account ?? open.account, `stream/${name ?? open.stream}`].join(":");
  const resource = `arn:${partitionOf(wish.role)}:kinesis:${where}`;
  const actions = ["kinesis:PutRecord", "kinesis:PutRecords"];
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: actions, Resource: resource };
  return policy(
    [statement],
    [
      ...(region === undefined ? [missingText("region", wish.region)] : []),
      ...(account === undefined
        ? [codedText(wish.role.trim() === "" ? "policy-account-missing" : "policy-role-without-account")]
        : []),
      ...(name === undefined ? [missingText("stream-name", wish.name)] : []),
    ],
  );
}

function policy(statements: readonly object[], missing: readonly CodedText[]): Policy {
  return { text: JSON.stringify({ Version: version, Statement: statements }, undefined, 2), missing: [...missing] };
}

/** An account id stands for the whole account; anything that has the shape of a resource name is taken as it is. */
function principalOf({ principal, role }: TrustWish): string | undefined {
  const text = principal.trim();
  if (/^\d{12}$/.test(text)) return `arn:${partitionOf(role)}:iam::${text}:root`;
  return /^arn:[a-z-]+:(iam|sts)::\d{12}:\S+$/.test(text) ? text : undefined;
}

function partitionOf(role: string): string {
  return /^arn:([a-z-]+):/.exec(role.trim())?.[1] ?? "aws";
}

function missingText(what: "region" | "bucket-name" | "stream-name", value: string): CodedText {
  return value.trim() === "" ? codedText(`${what}-missing`) : codedText(`${what}-not-in-policy`);
}

/** What may stand in a resource name; anything else would grant something else. */
function place(value: string): string | undefined {
  const text = value.trim();
  return /^[\w.-]{1,255}$/.test(text) ? text : undefined;
}

function steps(destination: TrustWish["destination"], role: string | undefined): CodedText[] {
  return [
    codedText("trust-step-why"),
    role === undefined ? codedText("trust-step-trust") : codedText("trust-step-trust-role", { role }),
    codedText(destination === "object-storage" ? "trust-step-permission-bucket" : "trust-step-permission-stream"),
    codedText("trust-step-create"),
  ];
}
