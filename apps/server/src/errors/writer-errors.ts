/**
 * An entry of the batch could not be worked out, or not be put into the form its table takes: a mistake of ours, met by data
 * we did not think of. Nothing was written.
 */
export class PlanFailed extends Error {
  override readonly name = 'PlanFailed';
}

/** More numbers of rows were taken than were reserved. */
export class NumbersExhausted extends RangeError {
  override readonly name = 'NumbersExhausted';
}

/** The batch was refused: the states of these devices were written by somebody else after they were read. */
export class StaleStates extends Error {
  override readonly name = 'StaleStates';
  readonly deviceIds: readonly number[];

  constructor(deviceIds: readonly number[]) {
    super(`the states of ${deviceIds.length} devices changed meanwhile`);
    this.deviceIds = deviceIds;
  }
}

/** The batch was refused: these positions of it, by number, were stored before. */
export class StoredBefore extends Error {
  override readonly name = 'StoredBefore';
  readonly positionIds: readonly number[];

  constructor(positionIds: readonly number[]) {
    super(`${positionIds.length} positions were stored before`);
    this.positionIds = positionIds;
  }
}
