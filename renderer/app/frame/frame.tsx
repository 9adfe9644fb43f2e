/** The frame of every page: navigation rail, top bar, status bar, the page and the detail pane. */
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { useFleetdesk } from "../store/store.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ActionConfirmation } from "../actions/run-action.tsx";
import { StatusBar } from "./status-bar.tsx";
import { DetailPane } from "./detail-pane.tsx";
import classes from "./frame.module.css";
import { useEarlyKeys } from "./early-keys.ts";
import { Rail } from "./rail.tsx";
import { ReadOnlyNotice } from "./read-only-notice.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { NotificationToasts } from "./notification-toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { useFocusBack } from "./use-focus-back.ts";
import { useFocusPage } from "./use-focus-page.ts";
import { useRetainFocus } from "./use-retain-focus.ts";
import { useAnnounceSyncs } from "./use-announce-syncs.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const CheatSheet = lazy(async () => ({ default: (await import("./cheat-sheet.tsx")).CheatSheet }));

export interface FrameProps {
  readonly children: ReactNode;
  /** Content of the detail pane; undefined if it is closed. */
  readonly detail: ReactNode;
}

export function Frame({ children, detail }: FrameProps): ReactElement {
  const overlay = useFleetdesk((state) => state.overlay);
  const announcement = useFleetdesk((state) => state.announcement);
  useFocusPage();
  useAnnounceSyncs();
  useEarlyKeys();
  useRetainFocus();
  useFocusBack(overlay !== "none");
  const folded = useFleetdesk((state) => state.settings?.railCollapsed === true);
  return (
    <div className={classes["frame"]} data-folded={folded || undefined}>
      <Shortcuts />
      <NotificationToasts />
      <Rail folded={folded} />
      <TopBar />
      <ReadOnlyNotice />
      <main className={classes["main"]}>
        <div className={classes["page"]} data-pane="page">
          {children}
        </div>
        {detail === undefined ? undefined : <DetailPane>{detail}</DetailPane>}
      </main>
      <StatusBar />
      <Suspense>
        {overlay === "palette" ? <Palette /> : undefined}
        {overlay === "help" ? <CheatSheet /> : undefined}
      </Suspense>
      <ActionConfirmation />
      <LiveRegion sentence={announcement} />
    </div>
  );
}
