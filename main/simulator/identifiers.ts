/** Numbers printed on SIMs and devices, generated from (seed, slot) so that each is unique in its fleet and differs between seeds. */

export const firstEndpointId = 70_001;
export const firstSimId = 5_000_001;
export const firstImsiId = 9_000_001;

/** 19 digits; `luhnDigit` gives the 20th. */
export function iccidOf(seed: number, slot: number): string {
  return `8988303${digits(seed, 3)}${digits(slot + 1, 9)}`;
}

/** 15 digits. */
export function imsiOf(seed: number, slot: number): string {
  return `295050${digits(seed, 1)}${digits(slot + 1, 8)}`;
}

/** 15 digits. */
export function msisdnOf(seed: number, slot: number): string {
  return `423663${digits(seed, 1)}${digits(slot + 1, 8)}`;
}

/** 16 digits (IMEISV): type code, serial number, software version. */
export function imeiOf(seed: number, slot: number): string {
  return `35${digits(seed, 2)}${digits(slot + 1, 10)}01`;
}

export function ipAddressOf(slot: number): string {
  return `10.${64 + ((slot >> 16) & 63)}.${(slot >> 8) & 255}.${slot & 255}`;
}

/** The check digit with which `body` passes the Luhn test. */
export function luhnDigit(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) {
    const value = body.charCodeAt(body.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** The last `width` decimal digits of a whole number, with leading zeros. */
function digits(value: number, width: number): string {
  return String(value % 10 ** width).padStart(width, "0");
}
