/** A job that is done once was another process's by the time it wrote: nothing of this write happened. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: string) {
    super(`the lease of ${lease} is another one's`);
  }
}
