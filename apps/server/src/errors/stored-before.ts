/** The batch was refused: these positions of it, by number, were stored before. */
export class StoredBefore extends Error {
  override readonly name = 'StoredBefore';
  readonly positionIds: readonly number[];

  constructor(positionIds: readonly number[]) {
    super(`${positionIds.length} positions were stored before`);
    this.positionIds = positionIds;
  }
}
