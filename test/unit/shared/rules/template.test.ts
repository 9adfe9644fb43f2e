import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CachedEndpoint, endpointFieldNames, isEndpointField } from "#shared/rules/endpoint-fields.ts";
import { compileTemplate, pickValues, renderTemplate } from "#shared/rules/template.ts";
import { iccidOf, makeCachedEndpoint } from "../../../make/cached-endpoint.ts";

const columns = ["id", "Code", "code ", "limit"];
const endpoint = makeCachedEndpoint(7);

function render(
  text: string,
  values: readonly string[] = ["7", "A1", "b2", "30"],
  to: CachedEndpoint = endpoint,
): string {
  const template = compileTemplate(text, columns);
  const rendered = renderTemplate(template, pickValues(template, values), to);
  return rendered.kind === "text" ? rendered.text : `missing ${rendered.variable}`;
}

describe("rendering", () => {
  test.each([
    ["SET {{limit}};{{ limit }}", "SET 30;30"],
    ["{{Code}}{{code}}", "A1b2"],
    ["{{LIMIT}}", "30"],
    ["{{endpoint.name}} {{endpoint.iccid}} {{endpoint.id}}", `van-7 ${iccidOf(7)} 7`],
    ["{{endpoint.status}} {{endpoint.service_profile}}", "Enabled Trackers"],
    ["a {single} }} brace", "a {single} }} brace"],
    ["\\{{limit}}", "{{limit}}"],
    ["no variable", "no variable"],
  ])("%j becomes %j", (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  test("inserts a value unchanged, even when it looks like a placeholder", () => {
    expect(render("{{Code}}!{{limit}}", ["", "{{limit}}", "", "$&"])).toBe("{{limit}}!$&");
  });

  test.each([
    ["{{limit}}", "missing limit"],
    ["{{endpoint.imei}}", "missing endpoint.imei"],
  ])("%j reports the variable without a value", (text, expected) => {
    expect(render(text, ["7", "A1", "b2", "  "])).toBe(expected);
  });

  test("an endpoint without a SIM has no ICCID", () => {
    const bare = makeCachedEndpoint(7, { record: { sim: null } });
    expect(render("{{endpoint.iccid}}", [], bare)).toBe("missing endpoint.iccid");
  });

  test("no text of one recipient ever appears in another's", () => {
    const piece = fc.constantFrom("{{id}}", "{{limit}}", "{{endpoint.name}}", "{{endpoint.id}}", " x ", "\\{{", "}}");
    const texts = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `t${pieces.join("")}`);
    fc.assert(
      fc.property(texts, fc.array(fc.nat(99), { minLength: 2, maxLength: 5 }), (text, shape) => {
        const template = compileTemplate(text, columns);
        const mark = (index: number): string => String.fromCodePoint(0x4e00 + index);
        const rendered = shape.map((_, index) => {
          const own = mark(index);
          const to = { id: own, record: { name: own.repeat(2) } };
          return renderTemplate(template, pickValues(template, [own, "", "", `{{id}}${own}`]), to);
        });
        for (const [index, result] of rendered.entries()) {
          const otherMarks = shape.map((_, other) => mark(other)).filter((other) => other !== mark(index));
          const output = result.kind === "text" ? result.text : "not rendered";
          expect(result.kind === "text" && otherMarks.every((other) => !output.includes(other))).toBe(true);
        }
      }),
    );
  });

  test("is total: any text either compiles and renders, or is rejected with a code", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("{", "}", "\\", "id", " ", "é") }), (text) => {
        try {
          expect(["text", "missing"]).toContain(renderTemplate(compileTemplate(text, ["id"]), ["v"], endpoint).kind);
        } catch (error) {
          expect(error).toMatchObject({
            code: expect.stringMatching(/^(text-empty|template-malformed|variable-unknown)$/),
          });
        }
      }),
    );
  });
});

describe("rejections", () => {
  test.each([
    ["", "text-empty"],
    [" \n", "text-empty"],
    ["{{nope}}", "variable-unknown"],
    ["{{endpoint.nope}}", "variable-unknown"],
    ["{{endpoint.constructor}}", "variable-unknown"],
    ["{{ }}", "template-malformed"],
    ["a {{id", "template-malformed"],
    ["{{CODE}}", "column-ambiguous"],
  ])("%j is rejected as %s", (text, code) => {
    expect(() => compileTemplate(text, columns)).toThrow(expect.objectContaining({ code }));
  });

  test("an unknown variable is reported with the available names", () => {
    expect(() => compileTemplate("{{nope}}", ["id"])).toThrow(
      expect.objectContaining({
        text: {
          code: "variable-not-found",
          params: { variable: "{{nope}}", names: expect.stringMatching(/^id, endpoint.name, /) as string },
        },
      }),
    );
  });

  test("each field is named once, without its other spellings", () => {
    const names = endpointFieldNames();
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.not.arrayContaining(["sim.iccid", "ipAddress", "last_seen.at"]));
    expect(names.filter((name) => !isEndpointField(name))).toEqual([]);
  });
});
