/** Shared by the audit commands: filter options, and an entry as JSON. */
import { codedText } from "#shared/texts/coded-text.ts";
import { t } from "../../text.ts";
import { type Command, Option } from "commander";
import { auditKindSchema, auditOutcomeSchema, type AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import type { AuditQuestion } from "#shared/contract/audit/audit.ts";
import type { FleetClient } from "#shared/contract/index.ts";
import { AppError } from "#shared/failure.ts";
import { choiceOption } from "../../choices.ts";
import type { CliContext } from "../../context.ts";
import { parseInstant } from "../../option-values.ts";
import { iso } from "../../output.ts";
import { badValue } from "../../usage-error.ts";

export interface AuditOptions {
  readonly search?: string;
  readonly since?: string;
  readonly until?: string;
  readonly outcome?: AuditQuestion["outcome"];
  readonly type?: AuditQuestion["kind"];
  readonly target?: string;
}

export function addAuditOptions(command: Command): Command {
  return command
    .option(
      "--search <text>",
      t(($) => $.cli.audit.search),
    )
    .option(
      "--since <time>",
      t(($) => $.cli.audit.from),
    )
    .option(
      "--until <time>",
      t(($) => $.cli.audit.until),
    )
    .addOption(
      choiceOption(
        "--outcome <outcome...>",
        t(($) => $.cli.audit.outcome),
        auditOutcomeSchema.options,
      ),
    )
    .addOption(
      new Option(
        "--type <type...>",
        t(($) => $.cli.audit.type),
      ).choices(auditKindSchema.options),
    )
    .option(
      "--target <id>",
      t(($) => $.cli.audit.target),
    );
}

/**
 * Query of the options. Throws `invalid-usage` for an invalid combination, `connection-unknown` if neither an entry nor a connection has
 * the name.
 */
export async function auditQueryOfOptions(
  context: CliContext,
  client: FleetClient,
  { search, since, until, outcome, type, target }: AuditOptions,
): Promise<AuditQuestion> {
  const [begin, end] = [since, until].map((text) => (text === undefined ? undefined : parseInstant(text, "UTC")));
  if (begin !== undefined && end !== undefined && end <= begin) {
    throw badValue(t(($) => $.cli.audit.untilBeforeFrom));
  }
  const { connection } = context.scope();
  if (connection !== undefined) await checkConnection(client, connection);
  return {
    ...context.scope(),
    search,
    from: begin,
    until: end,
    outcome,
    kind: type,
    target: target === undefined ? undefined : parseTarget(target),
  };
}

function parseTarget(text: string): NonNullable<AuditQuestion["target"]> {
  const cut = text.lastIndexOf(":");
  const [kind, id] = [text.slice(0, Math.max(cut, 0)).trim(), text.slice(cut + 1).trim()];
  if (id === "") throw badValue(t(($) => $.cli.audit.targetWithoutId));
  return kind === "" ? { id } : { kind, id };
}

async function checkConnection(client: FleetClient, name: string): Promise<void> {
  const [{ names }, { connections }] = await Promise.all([client.audit.connections({}), client.connections.list({})]);
  if (names.includes(name) || connections.some((one) => one.name === name)) return;
  throw new AppError("connection-unknown", codedText("audit-connection-unknown", { name }));
}

export function entryJson({ at, answer, resolution, ...entry }: AuditEntry): Readonly<Record<string, unknown>> {
  return {
    at: iso(at),
    ...entry,
    answer: answer === undefined ? null : { ...answer, at: iso(answer.at) },
    resolution: resolution === undefined ? null : { ...resolution, at: iso(resolution.at) },
  };
}
