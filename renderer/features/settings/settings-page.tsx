/** Settings, a section per address: `/settings/connections`, `/settings/looks`, … */
import { type ReactElement, Suspense } from "react";
import { type Address, formatAddress } from "../../lib/address.ts";
import { settingsSections } from "../../settings-sections.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import classes from "./settings.module.css";

export function SettingsPage(): ReactElement {
  const wanted = useFleetdesk((state) => state.address.path[1]);
  const go = useFleetdesk((state) => state.go);
  const failure = useFleetdesk((state) => state.settingsFailure);
  const chosen = settingsSections.find(({ id }) => id === wanted) ?? settingsSections[0];
  const Section = chosen?.section;
  return (
    <Page label="Settings">
      <header className={classes["head"]}>
        <h1>Settings</h1>
        <nav aria-label="Settings" className={classes["tabs"]}>
          {settingsSections.map(({ id, title }) => {
            const address: Address = { path: ["settings", id], query: {} };
            return (
              <a
                aria-current={id === chosen?.id ? "page" : undefined}
                href={`#${formatAddress(address)}`}
                key={id}
                onClick={(event) => {
                  event.preventDefault();
                  go(address);
                }}
              >
                {title}
              </a>
            );
          })}
        </nav>
      </header>
      <div className={classes["body"]}>
        {failure === undefined ? undefined : (
          <Callout title="The last change could not be kept" tone="bad">
            <p>{failure.message}</p>
            <p className="muted">It stays in effect until Fleetdesk is closed.</p>
          </Callout>
        )}
        <ErrorBoundary key={chosen?.id} name="This section">
          <Suspense>{Section === undefined ? undefined : <Section />}</Suspense>
        </ErrorBoundary>
      </div>
    </Page>
  );
}
