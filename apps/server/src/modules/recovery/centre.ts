/** What the installation says of itself to people outside of it. */
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { type Language, languageNamed } from '@atalaia/phrases/languages';

/** The language of what is stored and sent in the centre's name. */
export function languageOf({ attributes }: Pick<PublicServerSettings, 'attributes'>): Language {
  return languageNamed(attributes['ui.language']);
}

/** Where its days begin and end. */
export function zoneOf(server: PublicServerSettings): string {
  return resolveSettings(server).timezone;
}

/** The telephone of the centre; null where none is set. */
export function phoneOf({ attributes }: Pick<PublicServerSettings, 'attributes'>): string | null {
  const phone = attributes['ui.centrePhone'];
  return typeof phone === 'string' && phone.trim() !== '' ? phone.trim() : null;
}
