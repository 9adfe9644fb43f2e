/** The saved audiences: show in the endpoint list, rename, delete with undo. */
import { t } from "#shared/texts/text.ts";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import type { Audience } from "#shared/contract/fleet/fleet.ts";
import { formatAddress } from "../../../lib/address.ts";
import { formatNumber, formatDateTime } from "#shared/format.ts";
import { useFleetData } from "../../../data/fleet-query.ts";
import { runAction } from "../../../app/actions/run-action.tsx";
import { deleteAudience, renameAudience } from "../audience-actions.ts";
import classes from "./doctor-page.module.css";

export function AudienceList(): ReactElement | undefined {
  const { audiences = [] } = useFleetData("fleet.audiences", {}) ?? {};
  if (audiences.length === 0) return undefined;
  return (
    <section aria-labelledby="audiences" className={classes["audiences"]}>
      <h2 id="audiences">{t(($) => $.fleet.audiences.title)}</h2>
      <ul>
        {audiences.map((audience) => (
          <Row audience={audience} key={audience.id} />
        ))}
      </ul>
    </section>
  );
}

function Row({ audience }: { readonly audience: Audience }): ReactElement {
  const [renaming, setRenaming] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (renaming)
    return (
      <li>
        <Rename
          audience={audience}
          onEnd={(failure) => {
            setRenaming(failure !== undefined);
            setProblem(failure);
          }}
          problem={problem}
        />
      </li>
    );
  const address = { path: ["fleet", "endpoint"], query: { audience: String(audience.id) } };
  return (
    <li>
      <a
        href={`#${formatAddress(address)}`}
        title={t(($) => $.fleet.audiences.created, { time: formatDateTime(audience.createdAt) })}
      >
        {audience.name}
      </a>
      <span className="muted">{formatNumber(audience.size)}</span>
      <ActionIcon
        aria-label={t(($) => $.fleet.audiences.rename, { name: audience.name })}
        onClick={() => setRenaming(true)}
        size={22}
      >
        <IconPencil aria-hidden="true" size={14} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={t(($) => $.fleet.audiences.delete, { name: audience.name })}
        onClick={() => void runAction(deleteAudience, audience)}
        size={22}
      >
        <IconTrash aria-hidden="true" size={14} stroke={1.6} />
      </ActionIcon>
    </li>
  );
}

interface RenameProps {
  readonly audience: Audience;
  readonly problem: string | undefined;
  /** Receives the error message if renaming failed; the input is preserved. */
  readonly onEnd: (failure: string | undefined) => void;
}

function Rename({ audience, problem, onEnd }: RenameProps): ReactElement {
  const [name, setName] = useState(audience.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void renameAudience(audience, name.trim()).then(onEnd);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onEnd(undefined);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        aria-label={t(($) => $.fleet.audiences.newName, { name: audience.name })}
        error={problem}
        maxLength={120}
        onChange={({ currentTarget: { value } }) => setName(value)}
        onKeyDown={leave}
        ref={field}
        value={name}
      />
    </form>
  );
}
