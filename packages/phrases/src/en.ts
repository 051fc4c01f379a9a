import { errors } from './en/errors.ts';
import { events } from './en/events.ts';
import { general } from './en/general.ts';
import { login } from './en/login.ts';
import { map } from './en/map.ts';
import { panel } from './en/panel.ts';
import { shell } from './en/shell.ts';
import { time } from './en/time.ts';
import type { PhraseKey } from './phrase-key.ts';

/** Every text in English. */
export const en: Record<PhraseKey, string> = {
  ...errors,
  ...events,
  ...general,
  ...login,
  ...map,
  ...panel,
  ...shell,
  ...time,
};
