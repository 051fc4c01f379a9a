/** A thing as the contract's JSON, and the revision at which it stands so (see `writing/revision.ts`). */
export interface Revised {
  readonly json: string;
  readonly revision: string;
}
