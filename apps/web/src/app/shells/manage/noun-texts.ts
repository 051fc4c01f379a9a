import type { NounTexts } from '../../../resources/noun-texts.ts';
import { countText, namesText } from './dependent-texts.ts';
import { detailOfLinkable, mayLink, nameOfLinkable, originOf } from './linkable-texts.ts';

export const nounTexts: NounTexts = {
  nameOf: nameOfLinkable,
  detailOf: (kind) =>
    kind === 'calendar' ? undefined : (row, labels) => detailOfLinkable(kind, row, labels),
  originOf,
  mayLink,
  countOf: countText,
  namesOf: namesText,
};
