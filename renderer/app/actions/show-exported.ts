/** The notification of an export to a file. */
import { notifications } from "@mantine/notifications";

/** Answer of an operation that writes a file where the operator selects. */
export interface ExportResult {
  readonly outcome: "written" | "cancelled";
  readonly file?: string;
}

/** Shows the file and details of it; nothing if the operator cancelled the dialog. Details that must be noted stay until closed. */
export function showExported(
  { outcome, file = "" }: ExportResult,
  title: string,
  { details = [], toNote = false }: { readonly details?: readonly string[]; readonly toNote?: boolean } = {},
): void {
  if (outcome === "cancelled") return;
  const message = [file, ...details].join("\n");
  notifications.show({ title, message, color: "petrol", ...(toNote ? { autoClose: false } : {}) });
}
