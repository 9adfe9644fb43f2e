/** The notification of an export to a file. */
import type { State } from "../store/store.ts";

/** Answer of an operation that writes a file where the operator selects. */
export interface ExportResult {
  readonly outcome: "written" | "cancelled";
  readonly file?: string;
}

/** Shows the file and details of it; nothing if the operator cancelled the dialog. */
export function showExported(
  { notify }: Pick<State, "notify">,
  { outcome, file = "" }: ExportResult,
  title: string,
  { details = [], fingerprint }: { readonly details?: readonly string[]; readonly fingerprint?: string } = {},
): void {
  if (outcome === "cancelled") return;
  notify({ title, text: [file, ...details].join("\n"), tone: "plain", file, fingerprint });
}
