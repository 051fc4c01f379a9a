import { resolveSettings, type ServerValues, type Settings } from '@atalaia/domain/catalog/settings';
import { type Language, languages } from '@atalaia/phrases/phrases';
import type { Recipient } from './delivery-facts-queries.ts';

/** How one person reads: his language, zone and units (SET-01). */
export interface Reading {
  readonly language: Language;
  readonly settings: Settings;
}

/** The language is the one he chose (attribute `language`), else the product's. */
export function readingOf(server: ServerValues, recipient: Recipient): Reading {
  const { userAttributes, coordinateFormat, twelveHourFormat } = recipient;
  const chosen = languages.find((language) => language === userAttributes.language);
  return {
    language: chosen ?? languages[0],
    settings: resolveSettings(server, { ...userAttributes, coordinateFormat, twelveHourFormat }),
  };
}
