/** Links to the target of an entry, and to all audit entries about it. */
import { t } from "#shared/texts/text.ts";
import type { ReactElement } from "react";
import type { AuditEntry } from "#shared/contract/audit/audit-schemas.ts";
import { formatAddress } from "../../lib/address.ts";
import { isCollection } from "../../lib/records.ts";
import { dataOf } from "../../lib/async-state.ts";
import { useFleetdesk } from "../../app/store/store.ts";
import { RecordLink } from "../../ui/record-link.tsx";
import { RichText, type RichTextProps } from "../../ui/rich-text.tsx";
import { targetKindLabel, writeTarget } from "./audit-query.ts";
import classes from "./audit.module.css";

export function TargetLinks({ entry }: { readonly entry: AuditEntry }): ReactElement | undefined {
  const from = useFleetdesk((state) => state.address);
  const current = useFleetdesk((state) => dataOf(state.connections)?.find((one) => one.current)?.name);
  const { target, connection } = entry;
  if (target === undefined) return undefined;
  const { kind, id } = target;
  const here = { path: ["audit"], query: { target: writeTarget(target), entry: entry.id } };
  // An id refers to a different record in another connection.
  const isHere = connection !== undefined && connection === current;
  const components = { id: <TargetId id={id} /> };
  const openText = openTexts[kind] ?? openRecord;
  return (
    <p className={classes["target"]}>
      {isHere && pageOf(target) !== undefined ? (
        <a href={pageOf(target)}>
          <RichText components={components} text={openText} />
        </a>
      ) : isHere && isCollection(kind) ? (
        <RecordLink data={false} from={from} to={{ collection: kind, id }}>
          <RichText components={components} text={openText} />
        </RecordLink>
      ) : (
        <span>
          {targetKindLabel(kind)} <TargetId id={id} />
        </span>
      )}
      <a href={`#${formatAddress(here)}`}>{t(($) => $.audit.detail.sameTarget)}</a>
    </p>
  );
}

const openTexts: Readonly<Partial<Record<string, RichTextProps["text"]>>> = {
  endpoint: ($) => $.audit.detail.openEndpoint,
  "DNS configuration": ($) => $.audit.detail.openDnsConfiguration,
  "service profile": ($) => $.audit.detail.openServiceProfile,
  "API callback": ($) => $.audit.detail.openApiCallback,
  "data stream": ($) => $.audit.detail.openDataStream,
};
const openRecord: RichTextProps["text"] = ($) => $.audit.detail.openRecord;

function TargetId({ id }: { readonly id: string }): ReactElement {
  return <span className="mono">{id}</span>;
}

/** The page for targets that are not fleet records. */
function pageOf({ kind, id }: { readonly kind: string; readonly id: string }): string | undefined {
  if (kind === "DNS configuration") return `#${formatAddress({ path: ["network"], query: { dns: id } })}`;
  if (kind === "service profile") return `#${formatAddress({ path: ["network", "profiles"], query: { profile: id } })}`;
  if (kind === "API callback") return `#${formatAddress({ path: ["streams", "callbacks"], query: { callback: id } })}`;
  if (kind === "data stream") return `#${formatAddress({ path: ["streams"], query: { stream: id } })}`;
  return undefined;
}
