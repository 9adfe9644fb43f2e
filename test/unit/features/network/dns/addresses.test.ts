import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#shared/failure.ts";
import { canonical, checkAddresses } from "../../../../../main/features/network/dns/configurations.ts";

const good = "9.9.9.9";
const good6 = "2620:fe::fe";

/** An address that no DNS server can have. */
const impossible = expect.objectContaining({
  code: "invalid-input",
  text: { code: expect.stringMatching(/^address-(unspecified|multicast|broadcast)$/), params: expect.anything() },
});

function codes(primary: string, secondary: string): string[] {
  return checkAddresses({ primary, secondary }).warnings.map(({ field, code }) => `${field} ${code}`);
}

test("accepts two public IPv4 addresses without a warning and trims them", () => {
  expect(checkAddresses({ primary: " 9.9.9.9", secondary: "149.112.112.112\n" })).toEqual({
    primary: "9.9.9.9",
    secondary: "149.112.112.112",
    version: 4,
    warnings: [],
  });
});

test("accepts two IPv6 addresses with a note on how the service uses them", () => {
  expect(checkAddresses({ primary: good6, secondary: "2620:fe::9" }).version).toBe(6);
  expect(codes(good6, "2620:fe::9")).toEqual(["primary version-6"]);
});

test.each(
  ["", " ", "9.9.9", "9.9.9.256", "09.9.9.9", "0x9.9.9.9", "9.9.9.9:53", "dns.example.com", "fe80::1%eth0"].concat(
    "::g",
  ),
)('rejects "%s", which is no address, with its field, primary or secondary', (wrong) => {
  const failure = (field: string): object => ({ code: "invalid-input", details: { field } });
  expect(() => checkAddresses({ primary: wrong, secondary: good })).toThrow(
    expect.objectContaining(failure("primary")),
  );
  expect(() => checkAddresses({ primary: good, secondary: wrong })).toThrow(
    expect.objectContaining(failure("secondary")),
  );
});

test.each(["0.0.0.0", "0.1.2.3", "224.0.0.1", "239.1.1.1", "255.255.255.255", "::ffff:224.0.0.1"])(
  "rejects %s, which cannot be a name server",
  (wrong) => {
    const secondary = wrong.includes(":") ? good6 : good;
    expect(() => checkAddresses({ primary: wrong, secondary })).toThrow(impossible);
  },
);

test.each(["::", "ff02::fb"])("rejects %s, which cannot be a name server", (wrong) => {
  expect(() => checkAddresses({ primary: good6, secondary: wrong })).toThrow(impossible);
});

test("rejects addresses of two versions at the secondary field", () => {
  expect(() => checkAddresses({ primary: good, secondary: good6 })).toThrow(
    expect.objectContaining({ code: "invalid-input", details: { field: "secondary" } }),
  );
});

test.each([
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.255", "loopback"],
  ["169.254.1.1", "link-local"],
  ["100.64.0.1", "shared"],
  ["100.127.255.255", "shared"],
  ["192.0.2.1", "reserved"],
  ["198.51.100.7", "reserved"],
  ["240.0.0.1", "reserved"],
])("warns of %s as %s at its field", (address, code) => {
  expect(codes(address, good)).toEqual([`primary ${code}`]);
  expect(codes(good, address)).toEqual([`secondary ${code}`]);
});

test.each([
  ["fd00::1", "private"],
  ["fc00::1", "private"],
  ["fec0::1", "private"],
  ["fe80::1", "link-local"],
  ["febf::1", "link-local"],
  ["::1", "loopback"],
  ["2001:db8::1", "reserved"],
  ["::ffff:10.1.2.3", "private"],
  ["::ffff:a01:203", "private"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::FFFF:169.254.0.1", "link-local"],
])("warns of %s as %s", (address, code) => {
  expect(codes(good6, address)).toContain(`secondary ${code}`);
});

test.each([
  "172.15.255.255",
  "172.32.0.1",
  "11.0.0.1",
  "192.169.0.1",
  "100.128.0.1",
  "169.253.0.1",
  "126.255.255.255",
  "8.8.8.8",
])("does not warn of %s, which is adjacent to a range", (address) => {
  expect(codes(address, good)).toEqual([]);
});

test.each([
  [good, good],
  [good6, "2620:00FE:0:0:0:0:0:fe"],
  ["::ffff:9.9.9.9", "::ffff:909:909"],
])("warns of the same address twice at the secondary field: %s and %s", (primary, secondary) => {
  expect(codes(primary, secondary)).toContain("secondary same-twice");
});

test("gives every spelling of an IPv6 address the same canonical form", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const once = canonical(address);
      expect(canonical(once)).toBe(once);
      expect(canonical(address.toUpperCase())).toBe(once);
    }),
  );
});

test("treats every IPv4 address the same when it is written inside IPv6", () => {
  const verdict = (primary: string, secondary: string): string => {
    try {
      return codes(primary, secondary)
        .filter((code) => code !== "primary version-6")
        .join();
    } catch (error) {
      return error instanceof AppError ? (error.text?.code ?? "") : "";
    }
  };
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      fc.pre(address !== good);
      const inside = verdict(`::ffff:${address}`, good6);
      expect(inside).toBe(verdict(address, good));
    }),
  );
});
