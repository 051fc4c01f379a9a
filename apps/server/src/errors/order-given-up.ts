/** An order to a thread was given up, or the thread failed. */
export class OrderGivenUp extends Error {
  override readonly name = 'OrderGivenUp';
}
