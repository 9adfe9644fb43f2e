/** Limits an error in one part of the window to that part: the rest stays usable, and the part can be loaded again. */
import { t } from "#shared/texts/text.ts";
import { Component, type ErrorInfo, type ReactElement, type ReactNode } from "react";
import { Button } from "@mantine/core";
import { CopyButton } from "./copyable.tsx";
import { Notice } from "./notice.tsx";

export interface ErrorBoundaryProps {
  /** Name of the content, for log and report. */
  readonly name: string;
  readonly children: ReactNode;
  /** Loads the content again; by default, it is rendered again. */
  readonly reload?: () => void;
}

interface Caught {
  readonly error: Error | undefined;
  readonly component?: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: undefined };
  #isReloaded = false;

  static getDerivedStateFromError(error: unknown): Caught {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    this.setState({ component: componentStack ?? "" });
    // The window's console is forwarded to main's log.
    // oxlint-disable-next-line no-console -- the only output of a window that failed
    console.error(`${this.props.name} failed`, error, componentStack);
  }

  /** The second time the window: it returns to the same place, and code that could not be read is read again. */
  readonly #reload = (): void => {
    if (this.#isReloaded) window.location.reload();
    this.#isReloaded = true;
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error, component = "" } = this.state;
    const { name, children, reload = this.#reload } = this.props;
    if (error === undefined) return children;
    // Without the query of the address, which contains identifiers.
    const path = window.location.hash.replace(/\?.*$/, "");
    const report = t(($) => $.shell.crash.report, { name, path, error: error.stack ?? error.message, component });
    return <CrashNotice message={error.message} onReload={reload} report={report} />;
  }
}

interface CrashNoticeProps {
  readonly message: string;
  readonly report: string;
  readonly onReload: () => void;
}

function CrashNotice({ message, report, onReload }: CrashNoticeProps): ReactElement {
  return (
    <Notice
      actions={
        <>
          <Button onClick={onReload} variant="filled">
            {t(($) => $.shell.crash.reload)}
          </Button>
          <CopyButton text={report}>{t(($) => $.shell.crash.copy)}</CopyButton>
        </>
      }
      title={t(($) => $.shell.crash.title)}
      tone="bad"
    >
      <p>{t(($) => $.shell.crash.help)}</p>
      <p className="mono">{message}</p>
    </Notice>
  );
}
