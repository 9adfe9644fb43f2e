/** Cached messages of all endpoints, and templates. */
import { t, formatText } from "#shared/texts/text.ts";
import { type ReactElement, useCallback, useState } from "react";
import { useFleetdesk } from "../../app/store/store.ts";
import { PageHead, Page } from "../../ui/page-frame/page.tsx";
import { RecentMessages } from "./recent-messages.tsx";
import { TemplatesPage } from "./templates-page.tsx";
import { type CodedText, codedText } from "#shared/texts/coded-text.ts";
import { Autocomplete, Button, Popover } from "@mantine/core";
import { findRecords, isExactMatch } from "../../lib/find-records.ts";
import { CallFailure } from "../../lib/fleet.ts";
import { formatOpen } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useCall } from "../../ui/use-call.ts";
import { useAsyncState } from "../../ui/use-async-state.ts";

export function MessagesPage(): ReactElement {
  const templates = useFleetdesk((state) => state.address.path[1] === "templates");
  return (
    <Page label={t(($) => $.messages.title)}>
      <PageHead
        actions={templates ? undefined : <NewMessage />}
        tabs={[
          { title: t(($) => $.messages.tabs.recent), at: "/messages", current: !templates },
          { title: t(($) => $.messages.tabs.templates), at: "/messages/templates", current: templates },
        ]}
        title={t(($) => $.messages.title)}
      />
      {templates ? <TemplatesPage /> : <RecentMessages />}
    </Page>
  );
}

const mostOffered = 30;

const unknownEndpoint = (text: CodedText): CallFailure => new CallFailure({ code: "endpoint-unknown", text });

/** Selects the endpoint of a new message; opens its thread with the composer. */
function NewMessage(): ReactElement {
  const setQuery = useFleetdesk((state) => state.setQuery);
  const [opened, setOpened] = useState(false);
  const [input, type] = useState("");
  const matchState = useAsyncState(
    useCallback((signal: AbortSignal) => findRecords("endpoint", input, mostOffered, signal), [input]),
  );
  const offered = dataOf(matchState) ?? [];
  const { failure, run, clearFailure } = useCall();
  const write = (id: string): void => {
    setOpened(false);
    type("");
    setQuery({ open: formatOpen({ collection: "endpoint", id }), tab: "messages" });
  };
  const take = (): void =>
    void run(async () => {
      const records = await findRecords("endpoint", input, mostOffered, new AbortController().signal);
      const named = records.filter((record) => record.id === input.trim() || isExactMatch(record, input));
      const [one, other] = named.length > 0 ? named : records;
      if (one === undefined) throw unknownEndpoint(codedText("endpoint-not-in-cache", { input: input.trim() }));
      if (other !== undefined) throw unknownEndpoint(codedText("endpoint-ambiguous", { input: input.trim() }));
      write(one.id);
    });
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)} variant="filled">
          {t(($) => $.messages.newMessage.open)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Autocomplete
          comboboxProps={{ withinPortal: false }}
          data={offered.map(({ id }) => id)}
          data-autofocus
          error={failure && formatText(failure.text)}
          // Main has already filtered the records.
          filter={({ options }) => options}
          label={t(($) => $.messages.newMessage.endpoint)}
          onChange={(text) => {
            type(text);
            clearFailure();
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter" && input.trim() !== "") take();
          }}
          onOptionSubmit={write}
          placeholder={t(($) => $.messages.newMessage.endpointHelp)}
          renderOption={({ option }) => (
            <span>
              {offered.find(({ id }) => id === option.value)?.name} <span className="mono muted">{option.value}</span>
            </span>
          )}
          value={input}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
