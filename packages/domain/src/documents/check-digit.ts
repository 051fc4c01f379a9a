/** The check digit Brazilian documents share: a weighted sum modulo 11. */

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
