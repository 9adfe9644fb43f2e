/** Converts a draft into a plan request; a missing or invalid field is named. Pure. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { DraftBody } from "#shared/contract/campaigns/drafts.ts";
import { planSchema } from "#shared/contract/campaigns/campaigns.ts";
import type { z } from "zod";
import { AppError } from "#shared/failure.ts";

type Plan = z.output<typeof planSchema>;

/** Throws `draft-incomplete` with the field in its details. */
export function planOfDraft({ typed: inputs = {}, ...body }: DraftBody, connection: string): Plan {
  if (isBlank(body.name)) throw incomplete("name", codedText("draft-without-name"));
  if (isBlank(body.from)) throw incomplete("from", codedText("draft-without-sender"));
  if (isBlank(body.text)) throw incomplete("text", codedText("draft-without-text"));
  if (body.audience === undefined || body.audience.length === 0) {
    throw incomplete("audience", codedText("draft-without-audience"));
  }
  for (const [field, value] of Object.entries(inputs)) {
    // Unreadable input must be reported, not dropped: it may be the rate limit.
    if (!isBlank(value) && at(body, field) === undefined) {
      throw incomplete(field, codedText("draft-value-unreadable", { field, value: value.trim() }));
    }
  }
  const plan = planSchema.safeParse({ ...body, name: body.name?.trim(), connection });
  if (plan.success) return plan.data;
  const [issue] = plan.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw incomplete(
    field,
    issue === undefined
      ? codedText("draft-invalid")
      : codedText("draft-value-invalid", { field, reason: issue.message }),
  );
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

/** The value at a dotted path. */
function at(body: object, path: string): unknown {
  let value: unknown = body;
  for (const key of path.split(".")) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function incomplete(field: string, text: CodedText): AppError {
  return new AppError("draft-incomplete", text, { details: { field } });
}
