/** Of a REST stream: an API callback that is there, or the URL of a new one. */
import { Autocomplete, Radio, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import type { CallbackList } from "#contract/streams.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import type { StepProps } from "./step-props.ts";
import { helpBelow, monoInput } from "./field-looks.ts";
import classes from "./streams.module.css";

const kinds = ["existing", "new", "inline"] as const;

export function CallbackChoice({ typed, put, mistakes }: StepProps): ReactElement {
  return (
    <>
      <Radio.Group
        label="API callback"
        onChange={(value) => put({ callbackIs: kinds.find((kind) => kind === value) ?? "existing" })}
        value={typed.callbackIs}
      >
        <div className={classes["choices"]}>
          <Radio description="One that the service knows already." label="Existing callback" value="existing" />
          <Radio
            description="A callback is created first, and the data stream with it. Should the data stream be refused, the callback stays and is used the next time."
            label="New URL"
            value="new"
          />
          <Radio
            description="One request creates both. For services without a list of API callbacks."
            label="New URL, sent inside the data stream"
            value="inline"
          />
        </div>
      </Radio.Group>
      {typed.callbackIs === "existing" ? (
        <ExistingCallback mistakes={mistakes} put={put} typed={typed} />
      ) : (
        <>
          <TextInput
            {...helpBelow}
            autoComplete="off"
            classNames={monoInput}
            description="The address of yours that the service posts to."
            error={mistakes["url"] ?? mistakes["callback"]}
            label="URL"
            onChange={({ currentTarget }) => put({ url: currentTarget.value })}
            placeholder="https://fleet.example.com/in"
            spellCheck={false}
            value={typed.url}
          />
          <TextInput
            {...helpBelow}
            description="What the callback is used for, in a few words; the service keeps it beside the URL."
            error={mistakes["purpose"]}
            label="Purpose"
            onChange={({ currentTarget }) => put({ purpose: currentTarget.value })}
            placeholder="Events of the tracker fleet"
            value={typed.purpose}
          />
        </>
      )}
    </>
  );
}

function ExistingCallback({ typed, put, mistakes }: StepProps): ReactElement {
  const list = useFleetdesk((state) => shown(state.callbackList));
  const known = (list?.items ?? []).filter(({ id, source }) => id !== undefined && source !== "gone");
  const chosen = known.find(({ id }) => id === typed.callback.trim());
  return (
    <>
      <Autocomplete
        {...helpBelow}
        classNames={monoInput}
        data={known.flatMap(({ id }) => id ?? [])}
        description={listWords(list)}
        error={mistakes["callback"]}
        label="Id of the callback"
        onChange={(callback) => put({ callback })}
        renderOption={({ option }) => {
          const one = known.find(({ id }) => id === option.value);
          return (
            <span className={classes["option"]}>
              <span className="mono">{option.value}</span>
              <span>{one?.url ?? "URL unknown"}</span>
              <span className="muted">{one?.purpose ?? ""}</span>
            </span>
          );
        }}
        spellCheck={false}
        value={typed.callback}
      />
      {chosen === undefined ? undefined : (
        <p className="muted">
          {chosen.url ?? "URL unknown"}
          {chosen.purpose === undefined ? "" : ` · ${chosen.purpose}`}
        </p>
      )}
    </>
  );
}

function listWords(list: CallbackList | undefined): string {
  if (list === undefined || list.state === "never") return "The callbacks have not been read yet; an id can be typed.";
  if (list.state === "not-offered") return "The service has no list of callbacks; an id can be typed.";
  return list.items.length === 0
    ? "There is no callback yet; choose “New URL” to make one."
    : "Choose one, or type its id.";
}
