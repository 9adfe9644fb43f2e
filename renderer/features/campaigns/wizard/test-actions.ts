/** Sends a test of a draft: each message is a single SMS, sent at most once. */
import { formatText, t } from "#shared/texts/text.ts";
import type { Expect } from "#shared/contract/campaigns/campaign-schemas.ts";
import type { Action } from "../../../app/actions/action.ts";
import { failureOf, fleet } from "../../../lib/fleet.ts";
import { nextConfirmation, type SmsConfirmation } from "../../../lib/sms-confirmation.ts";

export interface TestText {
  readonly endpoint: string;
  readonly name?: string;
  readonly text?: string;
  readonly segments?: number;
  readonly segmentsExact?: boolean;
  /** The variable without a value for this endpoint. */
  readonly missing?: string;
}

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
