/** The window's root: frame, the page of the address, the record detail, and overlays. */
import { MantineProvider } from "@mantine/core";
import { lazy, type ReactElement, Suspense } from "react";
import { Frame } from "./frame/frame.tsx";
import { useConnection } from "../data/connection.ts";
import { useFleetData, useFleetQuery } from "../data/fleet-query.ts";
import { dataOf } from "../lib/async-state.ts";
import { pages } from "./pages.ts";
import { useFleetdesk } from "./store/store.ts";
import { theme } from "../styles/theme.ts";
import { ConnectionsContext } from "../ui/connection-tag.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";

const FirstRun = lazy(async () => ({
  default: (await import("../features/connections/first-run-page.tsx")).FirstRunPage,
}));
const Detail = lazy(async () => ({
  default: (await import("../features/fleet/record-detail/record-detail.tsx")).RecordDetail,
}));

function Main(): ReactElement | undefined {
  const address = useFleetdesk((state) => state.address);
  const isStarted = useFleetdesk((state) => state.isStarted);
  const connections = useFleetQuery("connections.list", {});
  const current = useConnection();
  if (!isStarted || (dataOf(connections) === undefined && connections.state !== "failed")) return undefined;
  const entry = pages.find(({ id }) => id === address.path[0]) ?? pages[0];
  if (entry === undefined) return undefined;
  const Page = entry.page;
  // Without a connection there is no data to show; settings stay reachable.
  return current === undefined && entry.id !== "settings" ? <FirstRun /> : <Page key={current?.name} />;
}

function DetailPane(): ReactElement | undefined {
  const open = useFleetdesk((state) => state.address.query["open"]);
  const current = useConnection();
  if (open === undefined || current === undefined) return undefined;
  return <Detail key={`${current.name} ${open}`} open={open} />;
}

export function App(): ReactElement {
  const scheme = useFleetdesk((state) => state.settings?.theme ?? "system");
  const forced = scheme === "system" ? {} : { forceColorScheme: scheme };
  const isOpen = useFleetdesk((state) => state.address.query["open"] !== undefined);
  const connections = useFleetData("connections.list", {})?.connections;
  const hasDetail = isOpen && connections?.some(({ current }) => current) === true;
  return (
    <MantineProvider defaultColorScheme="auto" theme={theme} {...forced}>
      <ErrorBoundary name="window">
        <ConnectionsContext value={connections ?? []}>
          <Frame
            detail={
              hasDetail ? (
                <ErrorBoundary name="details">
                  <Suspense>
                    <DetailPane />
                  </Suspense>
                </ErrorBoundary>
              ) : undefined
            }
          >
            <ErrorBoundary name="page">
              <Suspense>
                <Main />
              </Suspense>
            </ErrorBoundary>
          </Frame>
        </ConnectionsContext>
      </ErrorBoundary>
    </MantineProvider>
  );
}
