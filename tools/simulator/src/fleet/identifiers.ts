/** Numbers that vehicles and trackers carry, valid by their own check digits. Pure: all chance comes in. */
import { renavamCheckDigit } from '@atalaia/domain/documents/plate';
import type { Random } from '../random.ts';

/** The last digit of an IMEI, by Luhn's rule over the fourteen before it. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return String((10 - (sum % 10)) % 10);
}

/** An IMEI of a model (its first eight digits) with a serial number of up to six digits. */
export function imeiOf(typeAllocation: string, serial: number): string {
  const body = typeAllocation + String(serial).padStart(6, '0');
  return body + luhnDigit(body);
}

const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** A Mercosul plate: `QRS4B17`. */
export function mercosulPlate(random: Random): string {
  const letter = () => plateLetters.charAt(random.whole(0, plateLetters.length - 1));
  const digit = () => String(random.whole(0, 9));
  const converted = 'ABCDEFGHIJ'.charAt(random.whole(0, 9));
  return `${letter()}${letter()}${letter()}${digit()}${converted}${digit()}${digit()}`;
}

/** A registration number of a vehicle. */
export function renavamOf(random: Random): string {
  const digits = String(random.whole(1, 1_299_999_999)).padStart(10, '0');
  return digits + renavamCheckDigit(digits);
}

/** Seventeen signs of a vehicle identification number, by their alphabet (no I, O, Q); Brazil's begin with 9. */
export function vehicleIdentification(random: Random): string {
  const alphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
  const sign = () => alphabet.charAt(random.whole(0, alphabet.length - 1));
  return `9B${Array.from({ length: 9 }, sign).join('')}${String(random.whole(0, 999_999)).padStart(6, '0')}`;
}

/** A mobile number of a machine in the area of a city. */
export function mobileOf(areaCode: string, random: Random): string {
  return `${areaCode}9${String(random.whole(10_000_000, 99_999_999))}`;
}

/** A SIM card's number: 89, Brazil, network, then Luhn's digit. */
export function iccidOf(random: Random): string {
  const body = `895505${String(random.whole(0, 999_999)).padStart(6, '0')}${String(random.whole(0, 999_999)).padStart(6, '0')}`;
  return body + luhnDigit(body);
}

/** A key's number as its reader prints it: eight bytes, least significant first, in hexadecimal. */
export function driverIdOf(key: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(key));
  return bytes.toString('hex').toUpperCase();
}
