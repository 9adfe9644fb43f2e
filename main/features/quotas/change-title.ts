/** Title of a change: the operation with its volume or count. */
import { codedText, type CodedText } from "#shared/texts/coded-text.ts";
import type { QuotaKind, QuotaOperation } from "#shared/contract/quotas/quota-schemas.ts";

export function titleOf(kind: QuotaKind, operation: QuotaOperation): CodedText {
  const isData = kind === "data";
  switch (operation.op) {
    case "set":
      return isData
        ? codedText("quota-set-data-to", { volume: operation.volume })
        : codedText("quota-set-sms-to", { count: operation.volume });
    case "add":
      return isData
        ? codedText("quota-add-data", { volume: operation.volume })
        : codedText("quota-add-sms", { count: operation.volume });
    case "change":
      return codedText(isData ? "change-data-quota" : "change-sms-quota");
    case "delete":
      return codedText(isData ? "delete-data-quota" : "delete-sms-quota");
    case "undo":
      return codedText(isData ? "quota-undo-data" : "quota-undo-sms", { change: operation.of });
  }
}
