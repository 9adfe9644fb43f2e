/** Columns of the SIMs (record: field facts, section 8). */
import type { ListColumn } from "./list-column.ts";

const unassigned = { fact: "not assigned" };

export const simColumns: readonly ListColumn[] = [
  { field: "iccid", title: "ICCID", path: "iccid", kind: "identifier", width: 172, absent: "unknown" },
  {
    field: "status",
    title: "Status",
    path: "status",
    kind: "status",
    width: 116,
    absent: "unknown",
  },
  { field: "imsi", title: "IMSI", path: "imsi", kind: "identifier", width: 144, absent: "unknown" },
  { field: "msisdn", title: "MSISDN", path: "msisdn", kind: "identifier", width: 144, absent: "unknown" },
  { field: "endpoint", title: "Endpoint", path: "endpoint", kind: "reference", width: 104, absent: unassigned },
  { field: "customer_org", title: "Customer", path: "customer_org", kind: "reference", width: 140, absent: unassigned },
  { field: "model", title: "Model", path: "model", kind: "reference", width: 164, absent: "unknown" },
  { field: "production_date", title: "Produced", path: "production_date", kind: "time", width: 116, absent: "unknown" },
  { field: "id", title: "ID", path: "id", kind: "identifier", width: 88, extra: true, absent: "unknown" },
  {
    field: "iccid_with_luhn",
    title: "ICCID with check digit",
    path: "iccid_with_luhn",
    kind: "identifier",
    width: 180,
    extra: true,
    absent: "unknown",
  },
  { field: "eid", title: "EID", path: "eid", kind: "identifier", width: 260, extra: true, absent: { fact: "no EID" } },
  {
    field: "issuer_org",
    title: "Issuer",
    path: "issuer_org",
    kind: "reference",
    width: 128,
    extra: true,
    absent: "unknown",
  },
  {
    field: "reseller_org",
    title: "Reseller",
    path: "reseller_org",
    kind: "reference",
    width: 128,
    extra: true,
    absent: { fact: "no reseller" },
  },
  {
    field: "activation_date",
    title: "Activated",
    path: "activation_date",
    kind: "time",
    width: 116,
    extra: true,
    absent: "unknown",
  },
];
