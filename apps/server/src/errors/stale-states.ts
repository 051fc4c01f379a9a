/** The batch was refused: the states of these devices were written by somebody else after they were read. */
export class StaleStates extends Error {
  override readonly name = 'StaleStates';
  readonly deviceIds: readonly number[];

  constructor(deviceIds: readonly number[]) {
    super(`the states of ${deviceIds.length} devices changed meanwhile`);
    this.deviceIds = deviceIds;
  }
}
