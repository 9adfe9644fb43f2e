/** The frame of every page: navigation rail, top bar, status bar, the page and the detail pane. */
import {
  type ReactElement,
  type ReactNode,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { loadable } from "../../ui/loadable.ts";
import { useFleetdesk } from "../store/store.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ActionConfirmation } from "../actions/run-action.tsx";
import { StatusBar } from "./status-bar.tsx";
import classes from "./frame.module.css";
import { Rail } from "./rail.tsx";
import { environmentOf } from "../../ui/connection-tag.tsx";
import { useConnection } from "../../data/connection.ts";
import { changeSettings, useSettings } from "../../data/settings.ts";
import { TopBar } from "./top-bar.tsx";
import { t, formatText } from "#shared/texts/text.ts";
import type { EndedSync } from "../work-slice.ts";
import { useFocus } from "./use-focus.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";

const Palette = loadable(async () => (await import("./palette.tsx")).Palette);
const Shortcuts = loadable(async () => (await import("./shortcuts.tsx")).Shortcuts);
const CheatSheet = loadable(async () => (await import("./cheat-sheet.tsx")).CheatSheet);

export interface FrameProps {
  readonly children: ReactNode;
  /** Content of the detail pane; undefined if it is closed. */
  readonly detail: ReactNode;
}

export function Frame({ children, detail }: FrameProps): ReactElement {
  const overlay = useFleetdesk((state) => state.overlay);
  const announcement = useFleetdesk((state) => state.announcement);
  useWindowTitle();
  useAnnounceSyncs();
  useEarlyKeys();
  useFocus(overlay !== "none");
  const folded = useSettings(({ railCollapsed }) => railCollapsed) === true;
  return (
    <div className={classes["frame"]} data-folded={folded || undefined}>
      <Shortcuts />
      <Rail folded={folded} />
      <TopBar />
      <ReadOnlyNotice />
      <main className={classes["main"]} tabIndex={-1}>
        <div className={classes["page"]} data-pane="page">
          {children}
        </div>
        {detail === undefined ? undefined : <DetailPane>{detail}</DetailPane>}
      </main>
      <StatusBar />
      {overlay === "palette" ? <Palette /> : undefined}
      {overlay === "help" ? <CheatSheet /> : undefined}
      <ActionConfirmation />
      <LiveRegion sentence={announcement} />
    </div>
  );
}

/** Names the connection and its environment, so that windows and the task bar tell them apart. */
function useWindowTitle(): void {
  const current = useConnection();
  const product = t(($) => $.shell.product);
  const title =
    current === undefined
      ? product
      : t(($) => $.shell.windowTitle, {
          connection: current.name,
          environment: t(($) => $.connections.environment[environmentOf(current).environment]),
          product,
        });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

// Buffers keys pressed while the palette opens: its code may still be loading, and its input gets focus a moment later.

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** The query after a key that no input received; undefined for a key that inserts no character. */
function withEarlyKey(query: string, { key, ctrlKey, metaKey, altKey }: Key): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "Backspace") return query.slice(0, -1);
  // Keys that insert no character have names of several letters.
  return key.length === 1 ? query + key : undefined;
}

function useEarlyKeys(): void {
  useEffect(() => {
    // Its code is there before the first keystroke.
    const preload = requestIdleCallback(() => void import("./palette.tsx"));
    const take = (event: globalThis.KeyboardEvent): void => {
      const { overlay, paletteQuery, typePalette, enterPalette, showOverlay } = useFleetdesk.getState();
      const selector = "[data-palette] :is(input, button)";
      const field = event.target instanceof Element ? event.target.closest(selector) : null;
      if (overlay !== "palette" || field !== null) return;
      const query = withEarlyKey(paletteQuery, event);
      if (query === undefined && event.key !== "Enter" && event.key !== "Escape") return;
      // Prevents the page behind from handling the key: "/" or "j" would act there.
      event.preventDefault();
      event.stopPropagation();
      if (query !== undefined) typePalette(query);
      else if (event.key === "Enter") enterPalette();
      else showOverlay("none");
    };
    window.addEventListener("keydown", take, true);
    return () => {
      cancelIdleCallback(preload);
      window.removeEventListener("keydown", take, true);
    };
  }, []);
}

// Announces to screen readers that a sync started, and how it ended.

/** Collections are synced one after another: the sync counts as ended after this pause. */
const quietMs = 1000;

function useAnnounceSyncs(): void {
  const announce = useFleetdesk((state) => state.announce);
  const busy = useFleetdesk((state) => state.syncs.length > 0);
  /** Collections that ended before this sync started; undefined while none runs. */
  const before = useRef<ReadonlySet<EndedSync> | undefined>(undefined);
  useEffect(() => {
    if (busy) {
      if (before.current === undefined) announce(t(($) => $.shell.sync.started));
      before.current ??= new Set(useFleetdesk.getState().endedSyncs);
      return undefined;
    }
    const { current } = before;
    if (current === undefined) return undefined;
    const timer = window.setTimeout(() => {
      before.current = undefined;
      announce(sentenceOf(useFleetdesk.getState().endedSyncs.filter((ended) => !current.has(ended))));
    }, quietMs);
    return () => window.clearTimeout(timer);
  }, [busy, announce]);
}

/** The worst result of the collections decides. */
function sentenceOf(ended: readonly EndedSync[]): string {
  const outcomes = new Set(ended.map(({ outcome }) => outcome));
  if (outcomes.has("failed")) return t(($) => $.shell.sync.failed);
  if (outcomes.has("cancelled")) return t(($) => $.shell.sync.cancelled);
  if (outcomes.has("partial")) return t(($) => $.shell.sync.partial);
  return t(($) => $.shell.sync.complete);
}

const minWidth = 280;
const maxWidth = 1200;
const stepPx = 24;

function bounded(width: number): number {
  return Math.round(Math.min(maxWidth, Math.max(minWidth, width)));
}

/** The resizable pane next to the page; its width is stored. */
function DetailPane({ children }: { readonly children: ReactNode }): ReactElement {
  const savedWidth = useSettings(({ detailWidth }) => detailWidth) ?? 380;
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const width = dragged ?? savedWidth;

  const follow = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setDragged(bounded(window.innerWidth - event.clientX));
  };
  const commitWidth = (): void => {
    if (dragged !== undefined) void changeSettings({ detailWidth: dragged });
    setDragged(undefined);
  };
  const byKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowLeft" ? stepPx : event.key === "ArrowRight" ? -stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    void changeSettings({ detailWidth: bounded(width + step) });
  };
  return (
    <aside aria-label={t(($) => $.common.details)} className={classes["detail"]} data-pane="detail" style={{ width }}>
      {/* A focusable separator is a widget (WAI-ARIA, window splitter). */}
      <button
        aria-label={t(($) => $.shell.details.width)}
        aria-orientation="vertical"
        aria-valuemax={maxWidth}
        aria-valuemin={minWidth}
        aria-valuenow={width}
        className={classes["handle"]}
        onKeyDown={byKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={follow}
        onPointerUp={commitWidth}
        role="separator"
        type="button"
      />
      <div className={classes["content"]}>{children}</div>
    </aside>
  );
}

/** Why the data is read-only, or the database closed, with a retry. */
function ReadOnlyNotice(): ReactElement | undefined {
  const closed = useFleetdesk((state) => state.databaseClosed);
  const readOnly = useFleetdesk((state) => state.readOnly);
  const failure = closed ?? readOnly;
  const reopen = useFleetdesk((state) => state.reopen);
  const [busy, setBusy] = useState(false);
  if (failure === undefined) return undefined;
  const tryAgain = async (): Promise<void> => {
    setBusy(true);
    const result = await reopen();
    setBusy(false);
    if (result.failure !== undefined) return;
    // The loaded data and drafts are of the former database.
    if (closed !== undefined) window.location.reload();
    else notifyWritable(result.persistsDrafts);
  };
  return (
    <section
      aria-label={closed === undefined ? t(($) => $.shell.readOnly.label) : t(($) => $.shell.readOnly.closedLabel)}
      className={classes["readOnly"]}
    >
      <IconLock aria-hidden size={16} />
      <div className={classes["readOnlyText"]} role="status">
        <p>
          <RichText
            components={{ b: <b /> }}
            text={({ shell: { readOnly: texts } }) =>
              closed !== undefined ? texts.closed : failure.code === "disk-full" ? texts.diskFull : texts.explained
            }
          />
        </p>
        <p className="muted">{formatText(failure.text)}</p>
      </div>
      <Button loading={busy} onClick={() => void tryAgain()}>
        {t(($) => $.common.retry)}
      </Button>
    </section>
  );
}

function notifyWritable(persistsDrafts: boolean): void {
  useFleetdesk.getState().notify({
    about: "writable",
    title: t(($) => $.shell.readOnly.writableAgain),
    text: persistsDrafts ? t(($) => $.shell.readOnly.directoryWritable) : t(($) => $.shell.readOnly.draftsUntilClosed),
    tone: persistsDrafts ? "plain" : "waiting",
  });
}
