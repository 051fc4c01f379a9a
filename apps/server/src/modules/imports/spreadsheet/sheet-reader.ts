import type { Settings } from '@atalaia/domain/catalog/settings';
import type { Language } from '@atalaia/phrases/phrases';

/** In which language, zone and units a person reads and writes spreadsheets. */
export interface SheetReader extends Pick<Settings, 'timezone' | 'speedUnit' | 'twelveHourFormat'> {
  readonly language: Language;
}
