/** The help, a section per address: `/help/guide`, `/help/glossary`, `/help/shortcuts`. */
import { t } from "#shared/texts/text.ts";
import { type ReactElement, useState } from "react";
import { type Address, formatAddress } from "../../lib/address.ts";
import { keyLabels } from "../../lib/keys.ts";
import { Keys } from "../../ui/keys.tsx";
import { PageHead, Page } from "../../ui/page-frame/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { appActions } from "../actions/registry.ts";
import { destinations } from "../actions/navigation.ts";
import { ActionButton } from "../actions/run-action.tsx";
import { reportProblem } from "../../features/settings/report-actions.ts";
import { useFleetdesk } from "../store/store.ts";
import { ShortcutSections } from "./cheat-sheet.tsx";
import classes from "./help.module.css";

const sections = { guide: Guide, glossary: Glossary, shortcuts: ShortcutSections } as const;
type Section = keyof typeof sections;

export function HelpPage(): ReactElement {
  const requested = useFleetdesk((state) => state.address.path[1]);
  const selected: Section = requested === "glossary" || requested === "shortcuts" ? requested : "guide";
  const Body = sections[selected];
  return (
    <Page label={t(($) => $.help.title)}>
      <PageHead
        actions={<ActionButton action={reportProblem} />}
        tabs={(Object.keys(sections) as Section[]).map((id) => ({
          title: t(($) => $.help.tabs[id]),
          at: `/help/${id}`,
          current: id === selected,
        }))}
        title={t(($) => $.help.title)}
      />
      <div className={classes["body"]}>
        <Body />
      </div>
    </Page>
  );
}

type Step = keyof Omit<ReturnType<typeof guideTexts>, "open">;

// oxlint-disable-next-line typescript/explicit-function-return-type -- inferred from the catalogue
function guideTexts() {
  return t(($) => $.help.guide, { returnObjects: true });
}

/** The steps with the page that each opens, and the action whose shortcut it names. */
const steps: readonly (readonly [step: Step, page: string, path: readonly string[], action?: string])[] = [
  ["connect", "settings", ["settings", "connections"]],
  ["sync", "fleet", ["fleet", "endpoint"]],
  ["find", "fleet", ["fleet", "endpoint"], "open-palette"],
  ["check", "doctor", ["doctor"]],
  ["message", "messages", ["messages"], "new-sms"],
  ["campaign", "campaigns", ["campaigns", "new"], "new-campaign"],
  ["watch", "campaigns", ["campaigns"], "stop-everything"],
  ["unknown", "campaigns", ["campaigns"]],
  ["events", "events", ["events"]],
  ["quotas", "quotas", ["quotas"]],
  ["network", "network", ["network"]],
  ["evidence", "audit", ["audit"]],
];

function Guide(): ReactElement {
  return (
    <ol className={classes["steps"]}>
      {steps.map(([step, page, path, action]) => {
        const address: Address = { path, query: {} };
        const title = destinations.find(({ id }) => id === page)?.title ?? "";
        const keys = appActions.find(({ id }) => id === action)?.keys;
        return (
          <li key={step}>
            <h2>{t(($) => $.help.guide[step].title)}</h2>
            <p>{t(($) => $.help.guide[step].text)}</p>
            <p className={classes["links"]}>
              <a href={`#${formatAddress(address)}`}>{t(($) => $.help.guide.open, { page: title })}</a>
              {keys === undefined ? undefined : <Keys labels={keyLabels(keys)} />}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function Glossary(): ReactElement {
  const [search, setSearch] = useState("");
  const terms = Object.values(t(($) => $.help.glossary.terms, { returnObjects: true }))
    .toSorted((a, b) => a.term.localeCompare(b.term))
    .filter(({ term, text }) => `${term} ${text}`.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <SearchField
        className={classes["search"]}
        label={t(($) => $.help.glossary.search)}
        onSearch={setSearch}
        placeholder={t(($) => $.help.glossary.search)}
        text={search}
      />
      {terms.length === 0 ? <p className="muted">{t(($) => $.help.glossary.none)}</p> : undefined}
      <dl className={classes["terms"]}>
        {terms.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
