/** Signs of a description that the timeline shows (SIN-02). */
const mostSigns = 20;

export interface ShortDescription {
  readonly shown: string;
  /** Something was left out. */
  readonly isCut: boolean;
}

/** A description as the timeline shows it: cut after 20 characters, letters and emoji whole. */
export function shortDescription(description: string): ShortDescription {
  const signs = Array.from(new Intl.Segmenter().segment(description), ({ segment }) => segment);
  if (signs.length <= mostSigns) return { shown: description, isCut: false };
  return { shown: `${signs.slice(0, mostSigns).join('').trimEnd()}…`, isCut: true };
}
