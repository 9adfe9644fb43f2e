/** Applies a template to one endpoint: record fields are filled in, other variables are entered. */
import { formatText, t } from "#shared/texts/text.ts";
import { Button, Modal, Select, TextInput } from "@mantine/core";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { Template } from "#shared/contract/messages/templates.ts";
import { useFleetQuery } from "../../data/fleet-query.ts";
import { fleet } from "../../lib/fleet.ts";
import { dataOf } from "../../lib/async-state.ts";
import { Callout } from "../../ui/callout.tsx";
import { useCall } from "../../ui/use-call.ts";
import type { MessageDraft } from "./message-draft.ts";
import classes from "./messages.module.css";

export interface TemplatePickProps {
  readonly endpoint: string;
  readonly written: MessageDraft;
  readonly onPick: (change: Partial<MessageDraft>) => void;
}

export function TemplatePick({ endpoint, written, onPick }: TemplatePickProps): ReactElement | undefined {
  const templates = dataOf(useFleetQuery("templates.list", {}, { reloadOnOpen: true }))?.templates;
  const [picked, setPicked] = useState<Template>();
  const [before, setBefore] = useState<MessageDraft>();
  if (templates === undefined || templates.length === 0) return undefined;
  return (
    <>
      <Select
        data={templates.map(({ id, folder, name }) => ({
          value: String(id),
          label: folder === "" ? name : `${folder} / ${name}`,
        }))}
        aria-label={t(($) => $.messages.templates.pick)}
        onChange={(value) => setPicked(templates.find(({ id }) => String(id) === value))}
        placeholder={t(($) => $.messages.templates.pickHelp)}
        searchable
        value={null}
      />
      {before === undefined ? undefined : (
        <Button
          onClick={() => {
            onPick(before);
            setBefore(undefined);
          }}
          variant="subtle"
        >
          {t(($) => $.messages.templates.restoreText)}
        </Button>
      )}
      <Modal onClose={() => setPicked(undefined)} opened={picked !== undefined} title={picked?.name}>
        {picked === undefined ? undefined : (
          <Fill
            endpoint={endpoint}
            onFilled={(change) => {
              setBefore(written.text.trim() === "" ? undefined : written);
              onPick(change);
              setPicked(undefined);
            }}
            template={picked}
            values={written.values}
          />
        )}
      </Modal>
    </>
  );
}

interface FillProps {
  readonly endpoint: string;
  readonly template: Template;
  readonly values: Readonly<Record<string, string>>;
  readonly onFilled: (change: Partial<MessageDraft>) => void;
}

function Fill({ endpoint, template, values, onFilled }: FillProps): ReactElement {
  const { variables, text, notes } = template;
  const variablesToFill = variables.filter(({ name }) => !name.startsWith("endpoint."));
  const [inputValues, setInputValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(variablesToFill.map(({ name, standard }) => [name, values[name] ?? standard ?? ""])),
  );
  const [missing, setMissing] = useState<string>();
  const { busy, failure, run } = useCall();
  /** A dialog that was closed must not fill the composer. */
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const fill = (): void =>
    void run(async () => {
      const bindings = Object.fromEntries(Object.entries(inputValues).map(([name, value]) => [name, { value }]));
      const { items } = await fleet.planning.render({ wording: { text, bindings }, endpoints: [endpoint] });
      if (!isOpen.current) return;
      const [item] = items;
      setMissing(item?.missing);
      if (item?.text === undefined) return;
      const { pattern = "", withinMinutes } = template.expect ?? {};
      const within = withinMinutes === undefined ? {} : { withinMinutes };
      onFilled({ text: item.text, values: inputValues, expect: pattern, ...within });
    });
  return (
    <form
      className={classes["composer"]}
      onSubmit={(event) => {
        event.preventDefault();
        fill();
      }}
    >
      <p className={classes["payload"]}>{text}</p>
      {notes === "" ? undefined : <p className="muted">{notes}</p>}
      {variablesToFill.map(({ name, description }) => (
        <TextInput
          description={description === "" ? undefined : description}
          error={missing === name ? t(($) => $.messages.templates.valueMissing) : undefined}
          key={name}
          label={name}
          onChange={({ currentTarget: { value } }) => setInputValues((before) => ({ ...before, [name]: value }))}
          value={inputValues[name] ?? ""}
        />
      ))}
      {missing !== undefined && !variablesToFill.some(({ name }) => name === missing) ? (
        <Callout tone="bad">{t(($) => $.messages.templates.fieldMissing, { variable: missing })}</Callout>
      ) : undefined}
      {failure === undefined ? undefined : (
        <Callout title={t(($) => $.messages.templates.fillFailed)} tone="bad">
          <p>{formatText(failure.text)}</p>
        </Callout>
      )}
      <div className={classes["actions"]}>
        <Button loading={busy} type="submit" variant="filled">
          {t(($) => $.messages.templates.use)}
        </Button>
      </div>
    </form>
  );
}
