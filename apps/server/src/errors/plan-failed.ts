/**
 * An entry of the batch could not be worked out, or not be put into the form its table takes: a mistake of ours, met by data
 * we did not think of. Nothing was written.
 */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed';
}
