/** The window's root: frame, the page of the address, the record detail, and overlays. */
import { MantineProvider } from "@mantine/core";
import { type ReactElement, useEffect } from "react";
import { Frame } from "./frame/frame.tsx";
import { currentConnection, useConnection } from "../data/connection.ts";
import { useFleetData, useFleetQuery } from "../data/fleet-query.ts";
import { useSettings } from "../data/settings.ts";
import { dataOf } from "../lib/async-state.ts";
import { pages } from "./pages.ts";
import { useFleetdesk } from "./store/store.ts";
import { theme } from "../styles/theme.ts";
import { ConnectionsContext } from "../ui/connection-tag.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { loadable, preloadWhenIdle } from "../ui/loadable.ts";

const FirstRun = loadable(async () => (await import("../features/connections/first-run-page.tsx")).FirstRunPage);
const Detail = loadable(async () => (await import("../features/fleet/record-detail/record-detail.tsx")).RecordDetail);

function Main(): ReactElement | undefined {
  const address = useFleetdesk((state) => state.address);
  const isStarted = useFleetdesk((state) => state.isStarted);
  const connections = useFleetQuery("connections.list", {});
  const current = useConnection();
  if (!isStarted || (dataOf(connections) === undefined && connections.state !== "failed")) return undefined;
  const entry = pages.find(({ id }) => id === address.path[0]) ?? pages[0];
  if (entry === undefined) return undefined;
  const Page = entry.page;
  // Without a connection there is no data to show; settings and help stay reachable.
  return current === undefined && entry.id !== "settings" && entry.id !== "help" ? (
    <FirstRun />
  ) : (
    <Page key={current?.name} />
  );
}

function DetailPane(): ReactElement | undefined {
  const open = useFleetdesk((state) => state.address.query["open"]);
  const current = useConnection();
  if (open === undefined || current === undefined) return undefined;
  return <Detail key={`${current.name} ${open}`} open={open} />;
}

/** A file dropped anywhere, outside of a drop zone, is the list of a new campaign; in the wizard, of its draft. */
function useDroppedLists(): void {
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
    const allow = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const state = useFleetdesk.getState();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0 || currentConnection() === undefined) return;
      const isInWizard = state.address.path[0] === "campaigns" && state.address.path[1] === "new";
      state.dropLists(files, !isInWizard);
      if (isInWizard) state.setQuery({ step: "audience" });
      else state.navigate({ path: ["campaigns", "new"], query: {} });
    };
    window.addEventListener("dragover", allow);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", allow);
      window.removeEventListener("drop", drop);
    };
  }, []);
}

export function App(): ReactElement {
  useDroppedLists();
  useEffect(preloadWhenIdle, []);
  const scheme = useSettings(({ theme: selected }) => selected) ?? "system";
  // Every page formats times while it is rendered.
  useSettings(({ clock, timeZone }) => `${clock} ${timeZone}`);
  const forced = scheme === "system" ? {} : { forceColorScheme: scheme };
  const open = useFleetdesk((state) => state.address.query["open"]);
  const page = useFleetdesk((state) => state.address.path[0]);
  const connections = useFleetData("connections.list", {})?.connections;
  const hasDetail = open !== undefined && connections?.some(({ current }) => current) === true;
  return (
    <MantineProvider defaultColorScheme="auto" theme={theme} {...forced}>
      <ErrorBoundary name="window" reload={() => window.location.reload()}>
        <ConnectionsContext value={connections ?? []}>
          <Frame
            detail={
              hasDetail ? (
                <ErrorBoundary key={open} name="details">
                  <DetailPane />
                </ErrorBoundary>
              ) : undefined
            }
          >
            {/* An error stays with its page. */}
            <ErrorBoundary key={page} name="page">
              <Main />
            </ErrorBoundary>
          </Frame>
        </ConnectionsContext>
      </ErrorBoundary>
    </MantineProvider>
  );
}
