/** A job that is done once was another process's by the time it wrote: nothing of this write happened. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: string) {
    super(`the lease of ${lease} is another one's`);
  }
}

/** An order to a thread was given up, or the thread failed. */
export class OrderGivenUp extends Error {
  override readonly name = 'OrderGivenUp';
}
