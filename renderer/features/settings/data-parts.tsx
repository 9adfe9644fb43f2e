/** Parts of the panels about data on this computer. */
import { t } from "#shared/texts/text.ts";
import { Button, Modal } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Failure } from "#shared/contract/kit.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import type { Call } from "../../ui/use-call.ts";
import { FailureCallout } from "../../ui/callout.tsx";

/** "43.7 MB", "74.6 GB". */
export function formatSize(bytes: number): string {
  return bytes < 1e9
    ? t(($) => $.settings.data.megabytes, { size: Math.round(bytes / 1e5) / 10 })
    : t(($) => $.settings.data.gigabytes, { size: Math.round(bytes / 1e8) / 10 });
}

interface ResultProps {
  readonly failure: Failure | undefined;
  readonly status?: string;
  readonly title: string;
}

export function Result({ failure, status, title }: ResultProps): ReactNode {
  if (failure !== undefined) return <FailureCallout failure={failure} title={title} />;
  return status === undefined ? undefined : <p role="status">{status}</p>;
}

/** Replaces the database. If that fails, the frame reads whether the database is closed, and then offers to open it again. */
export async function runReplacement({ run }: Call, replace: () => Promise<void>): Promise<void> {
  if (!(await run(replace))) await useFleetdesk.getState().connectShell();
}

/** After the database was replaced: everything that the window has loaded or drafted is of the former one, so the page is loaded again. */
export function ReplacedDialog({ message }: { readonly message: string | undefined }): ReactElement {
  const reload = (): void => window.location.reload();
  return (
    <Modal onClose={reload} opened={message !== undefined} title={t(($) => $.settings.data.replaced)}>
      <p>{message}</p>
      <Button data-autofocus onClick={reload} variant="filled">
        {t(($) => $.settings.data.reload)}
      </Button>
    </Modal>
  );
}
