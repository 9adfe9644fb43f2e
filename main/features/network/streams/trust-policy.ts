/**
 * Texts of the trust relationship of a destination (docs/service-facts.md#data-stream): the role
 * named in the stream must allow the service to assume it, and must be allowed to write. For the operator of the
 * destination, built from the form. Pure.
 */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { Policy, Trust } from "#shared/contract/network/streams.ts";
import { readRole } from "./check-form.ts";

export interface TrustRequest {
  readonly destination: "object-storage" | "cloud-stream";
  readonly role: string;
  readonly region: string;
  readonly name: string;
  /** Account id or role of the service, as given by the operator of the service. */
  readonly principal: string;
  /** Numeric id of the own organisation. */
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

/** Accepts an incomplete form: missing values appear in the text as placeholders in capitals and are listed. */
export function trustOf(request: TrustRequest): Trust {
  const role = readRole(request.role);
  const organisation = /^\d+$/.test(request.organisation?.trim() ?? "") ? request.organisation?.trim() : undefined;
  const externalId = organisation === undefined ? undefined : `org-${organisation}`;
  const errors = errorsOf(request);
  return {
    trust: trustPolicy(principalOf(request), externalId, errors),
    permission: request.destination === "object-storage" ? bucketPolicy(request) : streamPolicy(request, role?.account),
    externalId,
    ...(role === undefined ? {} : { accountId: role.account, roleName: role.name }),
    steps: steps(request.destination, role?.name),
    errors,
  };
}

/** Errors for values that are present but invalid. */
function errorsOf(request: TrustRequest): Trust["errors"] {
  const principal = request.principal.trim();
  const isOrganisation = /^\d*$/.test(request.organisation?.trim() ?? "");
  return {
    principal:
      principal === "" || principalOf(request) !== undefined
        ? undefined
        : /^\d+$/.test(principal)
          ? codedText("principal-wrong-length", { digits: principal.length })
          : codedText("principal-invalid"),
    organisation: isOrganisation ? undefined : codedText("organisation-no-number"),
  };
}

function trustPolicy(principal: string | undefined, externalId: string | undefined, errors: Trust["errors"]): Policy {
  const statement = {
    Sid: "DeliveryOfFleetData",
    Effect: "Allow",
    Principal: { AWS: principal ?? open.principal },
    Action: "sts:AssumeRole",
    // Without this condition, any customer of the service could have it write here.
    Condition: { StringEquals: { "sts:ExternalId": externalId ?? open.organisation } },
  };
  return policy(statement, [
    ...(principal === undefined ? [errors.principal ?? codedText("policy-principal-missing")] : []),
    ...(externalId === undefined ? [errors.organisation ?? codedText("policy-organisation-missing")] : []),
  ]);
}

function bucketPolicy(request: TrustRequest): Policy {
  const bucket = place(request.name);
  const resource = `arn:${partitionOf(request.role)}:s3:::${bucket ?? open.bucket}/*`;
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: ["s3:PutObject"], Resource: resource };
  return policy(statement, bucket === undefined ? [missingText("bucket-name", request.name)] : []);
}

function streamPolicy(request: TrustRequest, account: string | undefined): Policy {
  const [region, name] = [place(request.region), place(request.name)];
  const where = [region ?? open.region, account ?? open.account, `stream/${name ?? open.stream}`].join(":");
  const resource = `arn:${partitionOf(request.role)}:kinesis:${where}`;
  const actions = ["kinesis:PutRecord", "kinesis:PutRecords"];
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: actions, Resource: resource };
  const noAccount = request.role.trim() === "" ? "policy-account-missing" : "policy-role-without-account";
  return policy(statement, [
    ...(region === undefined ? [missingText("region", request.region)] : []),
    ...(account === undefined ? [codedText(noAccount)] : []),
    ...(name === undefined ? [missingText("stream-name", request.name)] : []),
  ]);
}

function policy(statement: object, missing: readonly CodedText[]): Policy {
  return { text: JSON.stringify({ Version: version, Statement: [statement] }, undefined, 2), missing: [...missing] };
}

/** An account id means the whole account; any other value with the form of a resource name is used unchanged. */
function principalOf({ principal, role }: TrustRequest): string | undefined {
  const text = principal.trim();
  if (/^\d{12}$/.test(text)) return `arn:${partitionOf(role)}:iam::${text}:root`;
  return /^arn:[a-z-]+:(iam|sts)::\d{12}:\S+$/.test(text) ? text : undefined;
}

function partitionOf(role: string): string {
  return /^arn:([a-z-]+):/.exec(role.trim())?.[1] ?? "aws";
}

function missingText(name: "region" | "bucket-name" | "stream-name", value: string): CodedText {
  return value.trim() === "" ? codedText(`${name}-missing`) : codedText(`${name}-not-in-policy`);
}

/** Returns a value that is valid in a resource name; other characters would change what the policy grants. */
function place(value: string): string | undefined {
  const text = value.trim();
  return /^[\w.-]{1,255}$/.test(text) ? text : undefined;
}

function steps(destination: TrustRequest["destination"], role: string | undefined): CodedText[] {
  return [
    codedText("trust-step-why"),
    role === undefined ? codedText("trust-step-trust") : codedText("trust-step-trust-role", { role }),
    codedText(destination === "object-storage" ? "trust-step-permission-bucket" : "trust-step-permission-stream"),
    codedText("trust-step-create"),
  ];
}
