/** Settings, a section per address: `/settings/connections`, `/settings/general`, … */
import { formatText, t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import { useSettingsFailure } from "../../data/settings.ts";
import { type Address, formatAddress } from "../../lib/address.ts";
import { settingsSections } from "../../app/settings-sections.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { Page } from "../../ui/page-frame/page.tsx";
import classes from "./settings.module.css";

export function SettingsPage(): ReactElement {
  const requestedId = useFleetdesk((state) => state.address.path[1]);
  const navigate = useFleetdesk((state) => state.navigate);
  const failure = useSettingsFailure();
  const selected = settingsSections.find(({ id }) => id === requestedId) ?? settingsSections[0];
  const Section = selected?.section;
  return (
    <Page label={t(($) => $.settings.page.title)}>
      <header className={classes["head"]}>
        <h1>{t(($) => $.settings.page.title)}</h1>
        <nav aria-label={t(($) => $.settings.page.title)} className={classes["tabs"]}>
          {settingsSections.map(({ id, title }) => {
            const address: Address = { path: ["settings", id], query: {} };
            return (
              <a
                aria-current={id === selected?.id ? "page" : undefined}
                href={`#${formatAddress(address)}`}
                key={id}
                onClick={(event) => {
                  event.preventDefault();
                  navigate(address);
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
          <Callout title={t(($) => $.settings.page.notSaved)} tone="bad">
            <p>{formatText(failure.text)}</p>
            <p className="muted">{t(($) => $.settings.page.notSavedHelp)}</p>
          </Callout>
        )}
        <ErrorBoundary key={selected?.id} name={t(($) => $.settings.page.section)}>
          {Section === undefined ? undefined : <Section />}{" "}
        </ErrorBoundary>
      </div>
    </Page>
  );
}
