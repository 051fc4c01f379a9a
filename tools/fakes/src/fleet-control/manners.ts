import type { Requested } from '../http/serve.ts';

/** How the real provider behaves on its days, good and bad; each may be switched while it runs. */
export interface Manners {
  /** These paths answer 200 with this, whatever they are asked; a text goes out as it is. */
  answers: Readonly<Record<string, unknown>>;
  /** Called before each answer: what others change there meanwhile. */
  meanwhile: (requested: Requested) => void;
  /** A secret that it does not know is in its refusal. */
  echoesSecrets: boolean;
  /** Lists say how long they are. */
  reportsTotals: boolean;
  /** Lists that ignore `skip` and `take`: the whole list every time, or the first page again and again. */
  ignoresPaging: 'no' | 'gives-all' | 'repeats';
  /** Writes to these paths answer 200 and save nothing. */
  forgets: ReadonlySet<string>;
  /** Writes to these paths answer 200 with this `errorMessage`. */
  refuses: Readonly<Record<string, string>>;
  /** What is asked of these paths, with a good token, is answered with this status. */
  statuses: Readonly<Record<string, number>>;
  /** Each answer takes so long. */
  delayMs: number;
  /** Nothing is answered at all. */
  hangs: boolean;
  /** Everything is answered 503. */
  isDown: boolean;
  /** Serials, plates and brands with blanks around them. */
  hasStrayBlanks: boolean;
  /** `data` is the list itself. */
  givesBareLists: boolean;
  /** The sum is more than there is. */
  overstatesBy: number;
}

export const goodManners = (): Manners => ({
  answers: {},
  meanwhile: () => undefined,
  echoesSecrets: false,
  reportsTotals: true,
  ignoresPaging: 'no',
  forgets: new Set(),
  refuses: {},
  statuses: {},
  delayMs: 0,
  hangs: false,
  isDown: false,
  hasStrayBlanks: false,
  givesBareLists: false,
  overstatesBy: 0,
});
