import { foldText } from '@atalaia/domain/units/search-text';
import type { OptionsFilter } from '@mantine/core';

/** What begins so first, then what has a word that does, then the rest: "SP" is São Paulo and not Espírito Santo. */
export const bestFirst: OptionsFilter = ({ options, search }) => {
  const typed = foldText(search.trim());
  if (typed === '') return options;
  const ranked = options.flatMap((option) => {
    if ('group' in option) return [];
    const label = foldText(option.label);
    const rank =
      foldText(option.value) === typed || label === typed
        ? 0
        : label.startsWith(typed)
          ? 1
          : label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))
            ? 2
            : label.includes(typed)
              ? 3
              : -1;
    return rank < 0 ? [] : [{ option, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option);
};
