/** Names the endpoint of a new message; its thread opens with the field to write in. */
import { Autocomplete, Button, Popover } from "@mantine/core";
import { type ReactElement, useCallback, useState } from "react";
import { findRecords, isWhollyCalled } from "../../lib/find-records.ts";
import { CallFailure } from "../../lib/fleet.ts";
import { formatOpen } from "../../lib/records.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { useCall } from "../../ui/use-call.ts";
import { useRemote } from "../../ui/use-remote.ts";

const mostOffered = 30;

const unknownEndpoint = (message: string): CallFailure => new CallFailure({ code: "endpoint-unknown", message });

export function NewMessage(): ReactElement {
  const refine = useFleetdesk((state) => state.refine);
  const [opened, setOpened] = useState(false);
  const [typed, type] = useState("");
  const found = useRemote(
    useCallback((signal: AbortSignal) => findRecords("endpoint", typed, mostOffered, signal), [typed]),
  );
  const offered = shown(found) ?? [];
  const { failure, run, forgetFailure } = useCall();
  const write = (id: string): void => {
    setOpened(false);
    type("");
    refine({ open: formatOpen({ collection: "endpoint", id }), tab: "messages" });
  };
  const take = (): void =>
    void run(async () => {
      const records = await findRecords("endpoint", typed, mostOffered, new AbortController().signal);
      const named = records.filter((record) => record.id === typed.trim() || isWhollyCalled(record, typed));
      const [one, other] = named.length > 0 ? named : records;
      if (one === undefined)
        throw unknownEndpoint(`No endpoint of the cache has the name or number “${typed.trim()}”.`);
      if (other !== undefined)
        throw unknownEndpoint(`Several endpoints match “${typed.trim()}”. Choose one of the list.`);
      write(one.id);
    });
  return (
    <Popover onChange={setOpened} opened={opened} position="bottom-end" returnFocus trapFocus width={360}>
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)} variant="filled">
          New message…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Autocomplete
          comboboxProps={{ withinPortal: false }}
          data={offered.map(({ id }) => id)}
          data-autofocus
          error={failure?.message}
          // The core has filtered the records already.
          filter={({ options }) => options}
          label="Send to"
          onChange={(text) => {
            type(text);
            forgetFailure();
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter" && typed.trim() !== "") take();
          }}
          onOptionSubmit={write}
          placeholder="Name, id, ICCID, IMSI, IMEI"
          renderOption={({ option }) => (
            <span>
              {offered.find(({ id }) => id === option.value)?.name} <span className="mono muted">{option.value}</span>
            </span>
          )}
          value={typed}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
