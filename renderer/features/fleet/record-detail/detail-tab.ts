/** A tab of a record's detail; the registry is `renderer/app/detail-tabs.ts`. */
import type { ComponentType } from "react";
import type { Collection } from "#shared/contract/fleet/fleet.ts";
import type { OpenRecord } from "./use-record.ts";
import type { RecordKey } from "../../../lib/records.ts";

export interface DetailTabProps {
  readonly of: RecordKey;
  readonly open: OpenRecord;
}

export interface DetailTab {
  /** Value of `tab` in the address. */
  readonly id: string;
  readonly title: string;
  readonly collections: "all" | readonly Collection[];
  readonly component: ComponentType<DetailTabProps>;
}
