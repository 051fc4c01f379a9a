/**
 * Lays characters into a mask where `#` stands for one of them: `maskText('60311280', '#####-###')` → `60311-280`.
 * Stops where the characters end, so a half-typed document is masked as far as it goes; what is left over is dropped.
 */
export function maskText(characters: string, mask: string): string {
  let written = '';
  let next = 0;
  for (const sign of mask) {
    if (next >= characters.length) break;
    written += sign === '#' ? characters.charAt(next++) : sign;
  }
  return written;
}

/** The digits of a text and nothing else. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Brazilian telephone numbers: an area code of two digits (DDD) with a landline of 8 or a mobile of 9 that starts with 9. */
/** The digits of what was typed without the country code 55 and a trunk 0, at most eleven. */
export function normalisePhone(text: string): string {
  const digits = digitsOf(text);
  const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits.replace(/^0(?=\d{10,11}$)/, '');
  return national.slice(0, 11);
}

/** `(85) 3333-4444` or `(85) 99999-8888`; a half-typed number as far as it goes. */
export function formatPhone(text: string): string {
  const digits = normalisePhone(text);
  return maskText(digits, digits.length > 10 ? '(##) #####-####' : '(##) ####-####');
}

/** Whether it is a DDD (no digit 0) with a landline (first digit 2–5) or a mobile. */
export function isPhone(text: string): boolean {
  return /^[1-9]{2}(?:[2-5]\d{7}|9\d{8})$/.test(normalisePhone(text));
}

/** CEP, the postal code: eight digits. */
/** The digits of what was typed, at most eight. */
export function normaliseCep(text: string): string {
  return digitsOf(text).slice(0, 8);
}

/** `60311-280`; a half-typed code as far as it goes. */
export function formatCep(text: string): string {
  return maskText(normaliseCep(text), '#####-###');
}

/** Whether it has its eight digits and nothing else but punctuation. Whether the place exists only a look-up can tell. */
export function isCep(text: string): boolean {
  return /^\s*\d{2}\.?\d{3}-?\d{3}\s*$/.test(text);
}

/**
 * The remainder's complement as CPF and CNPJ take it: 11 − (sum mod 11), where 10 and 11 become 0.
 * `values` and `weights` go in pairs from the left.
 */
export function checkDigit(values: readonly number[], weights: readonly number[]): number {
  const remainder = weightedSum(values, weights) % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/** The sum of each value times its weight, from the left. */
export function weightedSum(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0);
}
