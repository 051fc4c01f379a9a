/** Digits of a Brazilian number with its area: without the country's code. */
const nationalLengths: ReadonlySet<number> = new Set([10, 11]);

/** WhatsApp's own address of a number; one without a country's code is Brazilian. */
export function whatsAppAddress(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^0+/, '');
  const isForeign = phone.trim().startsWith('+');
  return `https://wa.me/${!isForeign && nationalLengths.has(digits.length) ? '55' : ''}${digits}`;
}
