/** Masks of what is typed: `9` stands for a digit, `*` for a letter or digit, anything else for itself. */

const isSlot = (sign: string) => sign === '9' || sign === '*';

/**
 * Lays what was typed into a mask: `typeInMask('60311280', '99999-999')` → `60311-280`. Signs of the mask that were typed
 * are skipped, what fits no place is dropped, and a half-typed text is masked as far as it goes.
 */
export function typeInMask(typed: string, mask: string): string {
  const letters = mask.includes('*') ? /[\da-z]/i : /\d/;
  const given = [...typed].filter((sign) => letters.test(sign));
  let written = '';
  let next = 0;
  for (const sign of mask) {
    if (next >= given.length) break;
    if (!isSlot(sign)) {
      written += sign;
      continue;
    }
    while (next < given.length && !fits(given[next] ?? '', sign)) next += 1;
    if (next >= given.length) break;
    written += given[next]?.toUpperCase() ?? '';
    next += 1;
  }
  return written;
}

const fits = (sign: string, slot: string) => (slot === '9' ? /\d/ : /[\da-z]/i).test(sign);
