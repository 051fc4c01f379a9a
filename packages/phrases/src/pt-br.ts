import { errors } from './pt-br/errors.ts';
import { events } from './pt-br/events.ts';
import { general } from './pt-br/general.ts';
import { login } from './pt-br/login.ts';
import { map } from './pt-br/map.ts';
import { panel } from './pt-br/panel.ts';
import { shell } from './pt-br/shell.ts';
import { time } from './pt-br/time.ts';

/** Every text in Portuguese, the source of the keys. */
export const ptBr = {
  ...errors,
  ...events,
  ...general,
  ...login,
  ...map,
  ...panel,
  ...shell,
  ...time,
};
