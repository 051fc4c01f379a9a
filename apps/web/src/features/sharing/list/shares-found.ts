import type { LocationShare } from '@atalaia/contract/location';

/** Links whose devices, by name or identifier, or whose maker hold a text; case and accents are ignored. */
export function sharesFound(shares: readonly LocationShare[], typed: string): readonly LocationShare[] {
  const wanted = plain(typed.trim());
  if (wanted === '') return shares;
  return shares.filter(({ devices, sharedBy }) =>
    [sharedBy, ...devices.flatMap(({ name, uniqueId }) => [name, uniqueId])].some((word) =>
      plain(word).includes(wanted),
    ),
  );
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
