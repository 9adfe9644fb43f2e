/** A line of a thread; by default a command of ours that was delivered. */
import type { Message, Owned } from "#shared/contract/messages/sms.ts";

export function makeMessage({
  outcome,
  code,
  reply,
  replyId,
  ...more
}: Partial<Message> & Partial<Pick<Owned, "outcome" | "code" | "reply" | "replyId">> = {}): Message {
  const owned: Owned | undefined =
    outcome === undefined
      ? undefined
      : {
          campaignId: "1",
          row: 1,
          outcome,
          code,
          reply,
          replyId,
        };
  return {
    id: "5001",
    key: "sms-5001",
    endpoint: "70001",
    direction: "mt",
    delivery: "delivered",
    payload: "REBOOT",
    submittedAt: Date.UTC(2026, 4, 12, 9, 0),
    owned,
    ...more,
  };
}
