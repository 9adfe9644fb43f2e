/** Limits an error in one part of the window to that part. */
import { t } from "#shared/texts/text.ts";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "@mantine/core";
import { Notice } from "./notice.tsx";

export interface ErrorBoundaryProps {
  /** Name of the content, for the log. */
  readonly name: string;
  readonly children: ReactNode;
}

interface Caught {
  readonly error: Error | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: undefined };

  static getDerivedStateFromError(error: unknown): Caught {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The window's console is forwarded to main's log.
    // oxlint-disable-next-line no-console -- the only output of a window that failed
    console.error(`${this.props.name} failed`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice
        actions={<Button onClick={() => this.setState({ error: undefined })}>{t(($) => $.common.retry)}</Button>}
        title={t(($) => $.shell.unexpectedError)}
        tone="bad"
      >
        <p>{error.message}</p>
      </Notice>
    );
  }
}
