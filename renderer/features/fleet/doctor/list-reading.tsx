/** Parsing options that cannot always be detected: kind of identifier, and column. */
import { t } from "#shared/texts/text.ts";
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import type { IdentifierKind } from "#shared/contract/campaigns/campaign-schemas.ts";
import { dataOf } from "../../../lib/async-state.ts";
import { useFleetdesk } from "../../../app/store/store.ts";
import classes from "./doctor-page.module.css";
import { identifierKindLabels } from "./verdict-labels.ts";

export function ListReading(): ReactElement {
  const kind = useFleetdesk((state) => state.doctorKind);
  const selectedColumn = useFleetdesk((state) => state.doctorColumn);
  const result = useFleetdesk((state) => dataOf(state.examination));
  const readListAs = useFleetdesk((state) => state.readListAs);
  const columns = result?.columns ?? [];
  return (
    <div className={classes["reading"]}>
      <NativeSelect
        data={[
          { value: "", label: t(($) => $.fleet.doctor.detectKind) },
          ...Object.entries(identifierKindLabels).map(([value, label]) => ({ value, label: label })),
        ]}
        label={t(($) => $.fleet.doctor.kind)}
        onChange={({ currentTarget: { value } }) =>
          readListAs({ kind: value === "" ? undefined : (value as IdentifierKind) })
        }
        size="xs"
        value={kind ?? ""}
      />
      {columns.length < 2 ? undefined : (
        <NativeSelect
          data={columns.map((name, index) => ({ value: String(index + 1), label: `${index + 1} ${name}` }))}
          label={t(($) => $.fleet.doctor.column)}
          onChange={({ currentTarget: { value } }) => readListAs({ column: Number(value) })}
          size="xs"
          value={String(selectedColumn ?? result?.column?.number ?? 1)}
        />
      )}
    </div>
  );
}
