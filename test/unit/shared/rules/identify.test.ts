import { codedText } from "#shared/texts/coded-text.ts";
import { describe, expect, test } from "vitest";
import { headerKind, identifyColumn } from "#shared/rules/identify.ts";
import { iccidOf, imsiOf } from "../../../make/cached-endpoint.ts";

const iccids = [[iccidOf(1)], [iccidOf(2)], [iccidOf(3)]];

describe("without a requested column", () => {
  test.each([
    ["ICCID", "iccid"],
    ["  Sim_ICCID ", "iccid"],
    ["SIM card number", "iccid"],
    ["SIM-Kartennummer", "iccid"],
    ["Kartennummer", "iccid"],
    ["IMSI", "imsi"],
    ["Phone Number", "msisdn"],
    ["Rufnummer", "msisdn"],
    ["Teléfono", "msisdn"],
    ["IMEI", "imei"],
    ["Endpoint ID", "id"],
    ["Gerät", "name"],
    ["Device name", "name"],
    ["colour", undefined],
  ])("the header %j identifies %s", (header, kind) => {
    expect(headerKind(header)).toBe(kind);
  });

  test("an ICCID is preferred to a plain id and a name", () => {
    const rows = [["1", "van", iccidOf(1)]];
    expect(identifyColumn(["id", "name", "iccid"], rows)).toEqual({ column: 2, name: "iccid", by: "iccid" });
  });

  test("an endpoint id is preferred to an ICCID", () => {
    expect(identifyColumn(["iccid", "endpoint_id"], [[iccidOf(1), "70001"]]).by).toBe("id");
  });

  test("a header whose values do not match is skipped", () => {
    const rows = [["fridge", iccidOf(1)]];
    expect(identifyColumn(["imei", "card"], rows)).toEqual({ column: 1, name: "card", by: "iccid" });
  });

  test("damaged values do not count against their header", () => {
    expect(identifyColumn(["iccid", "n"], [["8.98831E+18", "1"]]).column).toBe(0);
  });

  test.each([
    ["iccid", iccids],
    ["imei", [["490154203237518"], ["356938035643809"]]],
    ["imsi", [[imsiOf(1)], [imsiOf(2)]]],
    ["msisdn", [["+4917012345"], ["004236639000017"]]],
  ])("values that look like %s identify their kind", (by, rows) => {
    expect(identifyColumn(["something"], rows).by).toBe(by);
  });

  test("short numbers under an unknown header are not identified", () => {
    expect(() => identifyColumn(["amount"], [["1"], ["2"]])).toThrow(
      expect.objectContaining({ code: "identifier-unknown" }),
    );
  });

  test("a first line of data is not used as a header", () => {
    expect(() => identifyColumn([iccidOf(1)], iccids)).toThrow(expect.objectContaining({ code: "csv-no-header" }));
  });
});

describe("with a requested column", () => {
  test("the name may differ in case", () => {
    expect(identifyColumn(["A", "Sim"], [["1", iccidOf(1)]], "sim")).toEqual({ column: 1, name: "Sim", by: "iccid" });
  });

  test("plain numbers are ids", () => {
    expect(identifyColumn(["unit no"], [["70001"], ["70002"]], "unit no").by).toBe("id");
  });

  test("texts are names", () => {
    expect(identifyColumn(["label"], [["van-1"], ["van-2"]], "label").by).toBe("name");
  });

  test("values override a header that does not match", () => {
    expect(identifyColumn(["id"], [["van-1"], ["van-2"]], "id").by).toBe("name");
  });

  test("an unknown column is rejected with the existing ones", () => {
    expect(() => identifyColumn(["a", "", "b"], [["1", "", "2"]], "c")).toThrow(
      expect.objectContaining({
        code: "column-unknown",
        text: codedText("file-column-not-found", { column: "c", columns: "a, b" }),
      }),
    );
  });

  test("a name of two columns is rejected", () => {
    expect(() => identifyColumn(["id", "id"], [["1", "2"]], "id")).toThrow(
      expect.objectContaining({ code: "column-ambiguous" }),
    );
  });
});

test("two columns with the same name are never identified by guessing", () => {
  const columns = ["iccid", "iccid"];
  const sample = [["8988303001000000001", "8988303001000000002"]];
  expect(() => identifyColumn(columns, sample)).toThrow(expect.objectContaining({ code: "column-ambiguous" }));
});
