/** Requests are validated strictly: input that violates the specification is rejected before it is sent, with the field named. */
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { AppError } from "#shared/failure.ts";
import type { QueryCollection } from "./query-fields.ts";

export function invalidInput(field: string, text: CodedText): AppError {
  return new AppError("invalid-input", text, { details: { field } });
}

/**
 * An identifier as one path segment: 1 to 128 characters without control characters or slashes; percent-encoded where needed. An endpoint
 * has one spelling: the service may read a leading zero as the number, and what is known of the endpoint is stored under its ID.
 */
export function pathId(field: string, id: string): string {
  if (field.startsWith("endpoint") && /^0\d/.test(id))
    throw invalidInput(field, codedText("endpoint-id-leading-zero", { value: id }));
  if (/^\d{1,32}$/.test(id)) return id;
  // "." and ".." would leave the resource.
  if (id.length === 0 || id.length > 128 || !/^[^\p{Cc}/\\?#\s]+$/u.test(id) || /^\.{1,2}$/.test(id)) {
    throw invalidInput(field, codedText("identifier-invalid", { field }));
  }
  return encodeURIComponent(id);
}

export function requireText(field: string, value: string): string {
  if (typeof value !== "string" || value === "") throw invalidInput(field, codedText("field-empty", { field }));
  return value;
}

export function requireFinite(field: string, value: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw invalidInput(field, codedText("field-not-number", { field }));
  }
  return value;
}

/** A numeric id inside a body: a safe integer that is not negative. */
export function requireNumericId(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidInput(field, codedText("field-not-numeric-id", { field }));
  return value;
}

/** The id of an existing record, as entered, in the form that the service accepts in a body. */
export function requireRecordId(field: "dns" | "callback", value: string): string {
  const id = value.trim();
  if (id === "") throw invalidInput(field, codedText(`${field}-id-missing`));
  const number = /^\d{1,16}$/.test(id) ? Number(id) : Number.NaN;
  if (!Number.isSafeInteger(number) || number === 0) throw invalidInput(field, codedText(`${field}-id-invalid`));
  return String(number);
}

/** An http or https address. */
export function requireHttpUrl(field: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  if (protocol !== "https:" && protocol !== "http:") {
    throw invalidInput(field, codedText("field-not-url", { field }));
  }
  return value;
}

// The enumerations of the service: the only values of some fields, with their labels (docs/service-facts.md#endpoint, #sim, #organisation, #events).

interface Choice {
  readonly value: string;
  readonly label: string;
}

const endpointStatus = choices(["Enabled", "Disabled", "Deleted"]);
const simStatus = choices(["Issued", "Activated", "Suspended", "Deleted", "Factory Test"]);
const userStatus = choices(["Activation Pending", "Active", "Suspended", "Deleted"]);

const closed: Readonly<Partial<Record<QueryCollection, Readonly<Record<string, readonly Choice[]>>>>> = {
  endpoint: { status: endpointStatus, sim_status: simStatus },
  sim: { status: simStatus },
  user: { status: userStatus },
  event: {
    severity: choices(["Info", "Warning", "Critical"]),
    source: choices(["Network", "Policy Control", "API"]),
    alert: [
      { value: "true", label: "Alert" },
      { value: "false", label: "No alert" },
    ],
  },
};

/** The choices of a field, by its id in the service; undefined where any value is allowed. */
export function choicesOf(collection: QueryCollection, field: string): readonly Choice[] | undefined {
  const sets = closed[collection] ?? {};
  return Object.hasOwn(sets, field) ? sets[field] : undefined;
}

/** The choice with this value or label, ignoring the case and the blanks of the label. */
export function findChoice(choices: readonly Choice[], text: string): Choice | undefined {
  const named = plain(text);
  return choices.find(({ value, label }) => value === named || plain(label) === named);
}

/** Ids count from 0. */
function choices(labels: readonly string[]): readonly Choice[] {
  return labels.map((label, id) => ({ value: String(id), label }));
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
}
