/** Components whose code loads when they are first shown, or before that while the window is idle. */
import { type ComponentType, createElement, type ReactElement, useSyncExternalStore } from "react";

type Loading<P> = { readonly component: ComponentType<P> } | { readonly error: unknown } | undefined;

const preloads: (() => Promise<void>)[] = [];

/**
 * Renders nothing until the component is loaded, and then the component without a delay: Suspense would show its fallback for at least
 * 300 ms. Throws where the code cannot be loaded; rendered again, it is requested again.
 */
export function loadable<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let state: Loading<P>;
  let request: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const put = (next: Loading<P>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const preload = (): Promise<void> =>
    (request ??= load().then(
      (component) => put({ component }),
      (error: unknown) => {
        request = undefined;
        if (listeners.size > 0) put({ error });
      },
    ));
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    void preload();
    return () => {
      listeners.delete(listener);
      if (state !== undefined && "error" in state) state = undefined;
    };
  };
  preloads.push(preload);
  return function Loadable(props: P): ReactElement | undefined {
    const current = useSyncExternalStore(subscribe, () => state);
    if (current === undefined) return undefined;
    if ("error" in current) throw current.error;
    return createElement(current.component, props);
  };
}

/** Loads everything one after the other while the window is idle, so that no first visit waits for code. */
export function preloadWhenIdle(): () => void {
  const abort = new AbortController();
  void loadAll(abort.signal);
  return () => abort.abort();
}

async function loadAll(signal: AbortSignal): Promise<void> {
  // Components that were loaded may add more.
  for (const preload of preloads) {
    await new Promise((resolve) => void requestIdleCallback(resolve));
    if (signal.aborted) return;
    await preload();
  }
}
