/** A test to a few endpoints before anybody else: each message is a single SMS of its own, sent at most once. */
import { Button, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { failureOf, fleet } from "../../lib/fleet.ts";
import { counted } from "../../lib/format.ts";
import { outcomeWords } from "../../lib/outcome-words.ts";
import { shown } from "../../lib/remote.ts";
import { useFleetdesk } from "../../store/store.ts";
import { Callout } from "../../ui/callout.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useCall } from "../../ui/use-call.ts";
import { lackOf, wordingOf, nothingWritten } from "./draft-model.ts";
import classes from "./wizard.module.css";

interface Planned {
  readonly endpoint: string;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly segments?: number | undefined;
  readonly missing?: string | undefined;
}

type Result =
  | { readonly outcome: "accepted" | "refused" | "unknown"; readonly message?: string | undefined }
  | { readonly outcome: "not-sent"; readonly message: string };

export function TestSend(): ReactElement {
  const body = useFleetdesk((state) => state.wizard?.body ?? nothingWritten);
  const samples = useFleetdesk((state) => shown(state.wizardPreview)?.samples) ?? [];
  const [ids, setIds] = useState("");
  const [planned, setPlanned] = useState<readonly Planned[]>();
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const { busy, failure, run } = useCall();
  const wording = wordingOf(body);
  const lack = lackOf(body, "from") ?? lackOf(body, "text");
  const named = ids.split(/[\s,;]+/).filter((id) => id !== "");
  const prepare = (): void =>
    void run(async () => {
      if (wording === undefined) return;
      const audience = body.audience ?? [];
      const within = audience.length === 0 ? {} : { audience: [...audience] as never };
      setResults(new Map());
      setPlanned((await fleet.planning.render({ ...within, wording, endpoints: named.slice(0, 50) })).items);
    });
  const sendable = (planned ?? []).filter(({ text }) => text !== undefined);
  const send = (): void =>
    void run(async () => {
      for (const { endpoint, text = "" } of sendable) {
        const result = await sendOne(endpoint, body.from ?? "", text, body.expect);
        setResults((before) => new Map([...before, [endpoint, result]]));
      }
    });
  return (
    <>
      <p className="muted">
        Sends the text as these endpoints would get it, now and for real. They need not be in the audience.
      </p>
      <div className={classes["row"]}>
        <TextInput
          description={
            samples.length === 0
              ? "Ids of endpoints"
              : `For example ${samples
                  .slice(0, 3)
                  .map(({ endpoint }) => endpoint)
                  .join(", ")}`
          }
          label="Endpoints"
          onChange={({ currentTarget }) => {
            setIds(currentTarget.value);
            setPlanned(undefined);
          }}
          value={ids}
        />
        <Button
          disabled={named.length === 0 || lack !== undefined}
          loading={busy && planned === undefined}
          onClick={prepare}
          title={lack}
        >
          Prepare the test
        </Button>
      </div>
      {lack === undefined ? undefined : <p className="muted">{lack}</p>}
      {failure === undefined ? undefined : (
        <Callout title="The test could not be prepared" tone="bad">
          <p>{failure.message}</p>
        </Callout>
      )}
      {planned === undefined ? undefined : (
        <>
          <ul className={classes["samples"]}>
            {planned.map(({ endpoint, name, text, segments, missing }) => (
              <li key={endpoint}>
                <p className="muted">
                  {name ?? endpoint}
                  {segments === undefined ? "" : ` · ${counted(segments, "segment")}`}
                </p>
                <p className={classes["sample"]}>
                  {text ?? `No value for ${missing ?? "a variable"}: it would be left out.`}
                </p>
                <ResultWords result={results.get(endpoint)} />
              </li>
            ))}
          </ul>
          <div className={classes["buttons"]}>
            <Button disabled={sendable.length === 0 || results.size > 0} loading={busy} onClick={send} variant="filled">
              Send {counted(sendable.length, "test message")} now
            </Button>
          </div>
        </>
      )}
    </>
  );
}

async function sendOne(
  endpoint: string,
  from: string,
  text: string,
  expect: { readonly pattern: string; readonly withinMinutes: number } | undefined,
): Promise<Result> {
  try {
    const { outcome, message } = await fleet.sms.send({
      endpoint,
      from,
      text,
      ...(expect === undefined ? {} : { expect }),
    });
    return { outcome, message };
  } catch (error) {
    return { outcome: "not-sent", message: failureOf(error).message };
  }
}

function ResultWords({ result }: { readonly result: Result | undefined }): ReactElement | undefined {
  if (result === undefined) return undefined;
  const word =
    result.outcome === "not-sent" ? { text: "not sent", tone: "bad" as const } : outcomeWords[result.outcome];
  return (
    <p>
      <StatusPill tone={word.tone}>{word.text}</StatusPill> {result.message ?? ""}
    </p>
  );
}
