/**
 * The trust relationship of a destination (specification, "Data stream" and "Authentication" 8): the role named in the stream must let
 * the service take it on, and must be allowed to write. Texts for the operator of the destination, made from what is filled in. Pure.
 */
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
const roleShape = "arn:aws:iam::123456789012:role/name";
const open = {
  principal: "FILL-IN-THE-ACCOUNT-OR-ROLE-OF-THE-SERVICE",
  organisation: "org-FILL-IN-YOUR-ORGANISATION-ID",
  account: "FILL-IN-YOUR-ACCOUNT-ID",
  region: "FILL-IN-THE-REGION",
  bucket: "FILL-IN-THE-BUCKET",
  stream: "FILL-IN-THE-STREAM",
} as const;

/** Works half filled in: what is missing stands in the text in capitals and is told beside it. */
export function trustOf(wish: TrustWish): Trust {
  const role = readRole(wish.role);
  const organisation = /^\d+$/.test(wish.organisation?.trim() ?? "") ? wish.organisation?.trim() : undefined;
  const externalId = organisation === undefined ? undefined : `org-${organisation}`;
  const mistakes = mistakesOf(wish);
  return {
    trust: trustPolicy(principalOf(wish), externalId, mistakes),
    permission: wish.destination === "object-storage" ? bucketPolicy(wish) : streamPolicy(wish, role?.account),
    ...(externalId === undefined ? {} : { externalId }),
    ...(role === undefined ? {} : { accountId: role.account, roleName: role.name }),
    steps: steps(wish.destination, role?.name),
    mistakes,
  };
}

/** What is typed and cannot be what is asked for. */
function mistakesOf(wish: TrustWish): Trust["mistakes"] {
  const principal = wish.principal.trim();
  const digits = /^\d+$/.test(principal) ? `; these are ${principal.length}` : "";
  const isOrganisation = /^\d*$/.test(wish.organisation?.trim() ?? "");
  return {
    ...(principal === "" || principalOf(wish) !== undefined
      ? {}
      : { principal: `This is neither an account id of 12 digits nor a role such as ${roleShape}${digits}.` }),
    ...(isOrganisation ? {} : { organisation: "The id of an organisation is a number." }),
  };
}

function trustPolicy(
  principal: string | undefined,
  externalId: string | undefined,
  mistakes: Trust["mistakes"],
): Policy {
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
      ...(principal === undefined
        ? [
            mistakes.principal ??
              "The account id (12 digits) or the role of the service is missing; its operator tells it.",
          ]
        : []),
      ...(externalId === undefined
        ? [mistakes.organisation ?? "The numeric id of your organisation at the service is missing."]
        : []),
    ],
  );
}

function bucketPolicy(wish: TrustWish): Policy {
  const bucket = place(wish.name);
  const resource = `arn:${partitionOf(wish.role)}:s3:::${bucket ?? open.bucket}/*`;
  const statement = { Sid: "WriteFleetData", Effect: "Allow", Action: ["s3:PutObject"], Resource: resource };
  return policy([statement], bucket === undefined ? [lacking("name of the bucket", wish.name)] : []);
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
      ...(region === undefined ? [lacking("region", wish.region)] : []),
      ...(account === undefined
        ? [
            wish.role.trim() === ""
              ? "Your account id is missing; it is part of the role."
              : "What is typed as the role has no account id.",
          ]
        : []),
      ...(name === undefined ? [lacking("name of the stream", wish.name)] : []),
    ],
  );
}

function policy(statements: readonly object[], missing: readonly string[]): Policy {
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

function lacking(what: string, given: string): string {
  return given.trim() === ""
    ? `The ${what} is missing.`
    : `The ${what} cannot stand in a policy as it is typed: letters, digits, dots, hyphens and underscores can.`;
}

/** What may stand in a resource name; anything else would grant something else. */
function place(given: string): string | undefined {
  const text = given.trim();
  return /^[\w.-]{1,255}$/.test(text) ? text : undefined;
}

function steps(destination: TrustWish["destination"], roleName: string | undefined): string[] {
  const role = roleName === undefined ? "the role" : `the role ${roleName}`;
  const target = destination === "object-storage" ? "bucket" : "stream";
  return [
    `The service writes with a role of your account and not with a password: no secret is sent. For that your account has to trust the service.`,
    `In your account, make ${role} and give it the trust policy: it lets the service, and nobody else, take the role on for your organisation.`,
    `Give the role the permission policy: it may write to the ${target} and nothing else.`,
    `Then create the data stream with the identifier of the role. Until the role trusts the service, nothing arrives.`,
  ];
}
