/** Sends a test of a draft: each message is a single SMS, sent at most once. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Expect } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Action } from "../../../app/actions/action.ts";
import { failureOf, fleet, CallFailure } from "../../../lib/fleet.ts";
import { nextConfirmation, type SmsConfirmation } from "../../../lib/sms-confirmation.ts";
import { codedText } from "#shared/texts/coded-text.ts";
import type { ExaminedRow } from "#shared/contract/fleet/doctor.ts";
import type { OutputOf } from "../../../data/fleet-query.ts";
import type { FleetClient } from "#shared/contract/index.ts";

export type TestText = OutputOf<"planning.render">["items"][number];

export type TestResult =
  | "sending"
  | {
      readonly outcome: "accepted" | "refused" | "unknown" | "not-sent";
      readonly message?: string;
      readonly smsId?: string;
      /** The message needs this confirmation before it is sent. */
      readonly confirmation?: SmsConfirmation;
    };

export interface TestMessages {
  readonly connection: string | undefined;
  readonly from: string;
  readonly expect: Expect | undefined;
  /** Those that have a text. */
  readonly texts: readonly TestText[];
  /** What is confirmed for an endpoint; undefined for messages that are sent for the first time. */
  readonly confirmed?: (endpoint: string) => SmsConfirmation | undefined;
  readonly onResult: (endpoint: string, result: TestResult) => void;
}

/**
 * Exactly the rendered messages are sent, one after the other, even if the draft changes. After one that was stopped or got no answer, the
 * others are not sent.
 */
export const sendTestMessages: Action<TestMessages> = {
  id: "send-test-messages",
  changesService: true,
  background: true,
  title: ({ texts, confirmed }) =>
    confirmed === undefined
      ? t(($) => $.planning.test.send, { count: texts.length })
      : t(($) => $.planning.test.sendAnyway, { count: texts.length }),
  connection: ({ connection }) => connection,
  disabledReason: ({ texts }) => (texts.length === 0 ? t(($) => $.planning.test.nothingToSend) : undefined),
  confirm: ({ texts, from, confirmed }) =>
    confirmed === undefined
      ? {
          title: t(($) => $.planning.test.confirm),
          summary: t(($) => $.planning.test.question, { count: texts.length, from }),
          confirmLabel: t(($) => $.planning.test.sendNow, { count: texts.length }),
        }
      : {
          title: t(($) => $.planning.test.confirmTitle, { count: texts.length }),
          summary: t(($) => $.planning.test.confirmHelp, {
            endpoints: texts.map(({ endpoint }) => endpoint).join(", "),
          }),
          confirmLabel: t(($) => $.planning.test.sendAnyway, { count: texts.length }),
          danger: true,
        },
  run: async (target) => {
    let isOver = false;
    const sequence = crypto.randomUUID();
    for (const { endpoint, text = "" } of target.texts) {
      if (isOver) {
        target.onResult(endpoint, { outcome: "not-sent" });
        continue;
      }
      target.onResult(endpoint, "sending");
      const result = await sendTest(target, { endpoint, text, sequence });
      target.onResult(endpoint, result);
      isOver = result.outcome === "unknown" || (result.outcome === "not-sent" && result.confirmation === undefined);
    }
  },
};

/** Every outcome, including a failure, is a result and never an exception. */
async function sendTest(
  { connection, from, expect, confirmed }: TestMessages,
  message: { readonly endpoint: string; readonly text: string; readonly sequence: string },
): Promise<Exclude<TestResult, "sending">> {
  const confirmation = confirmed?.(message.endpoint) ?? {};
  try {
    const answer = await fleet.sms.send({ connection, from, expect, ...message, ...confirmation });
    return { outcome: answer.outcome, message: answer.message && formatText(answer.message), smsId: answer.smsId };
  } catch (error) {
    const failure = failureOf(error);
    return {
      outcome: "not-sent",
      message: formatText(failure.text),
      confirmation: nextConfirmation(failure, confirmation),
    };
  }
}

// Endpoints of a test.

export interface TestEndpoint {
  readonly id: string;
  readonly name?: string;
}

/** "meter-17 · 70017". */
export function endpointLabel({ id, name }: TestEndpoint): string {
  return name === undefined || name === id ? id : `${name} · ${id}`;
}

/** The endpoint of a label; undefined for typed text. */
function endpointOfLabel(text: string): TestEndpoint | undefined {
  const [, name, id] = / · \d+$/.test(text) ? (/^(.*) · (\d+)$/s.exec(text) ?? []) : [];
  return id === undefined ? undefined : { id, name };
}

/**
 * Looks up typed ids, names, ICCIDs, IMSIs, MSISDNs and IMEIs in the cache. Each endpoint once, in the order typed. Throws a failure that
 * names the reason for each text without exactly one match.
 */
export async function resolveTests(
  doctor: Pick<FleetClient["doctor"], "examine">,
  scope: { readonly connection?: string },
  texts: readonly string[],
): Promise<readonly TestEndpoint[]> {
  const results = await Promise.all(
    texts.map(async (text) => {
      const endpoint = endpointOfLabel(text);
      if (endpoint !== undefined) return { endpoint: endpoint };
      const [row] = (await doctor.examine({ ...scope, text })).rows;
      return row?.endpoint === undefined ? { problem: problemOf(text, row) } : { endpoint: row.endpoint };
    }),
  );
  const problems = results.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  if (problems.length > 0)
    throw new CallFailure({
      code: "endpoint-unknown",
      text: codedText("test-endpoints-unknown", { problems: problems.join(" ") }),
    });
  const endpoints = results.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [endpoint]));
  return [...new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])).values()];
}

/** Why a text matches no endpoint. */
function problemOf(input: string, row: ExaminedRow | undefined): string {
  if (row?.detail === undefined) return t(($) => $.planning.test.endpointUnknown, { input });
  const detail = formatText(row.detail);
  return row.verdict === "ambiguous"
    ? t(($) => $.planning.test.endpointAmbiguous, { input, detail })
    : t(($) => $.planning.test.endpointProblem, { input, detail });
}
