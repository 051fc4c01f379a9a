/** More numbers of rows were taken than were reserved. */
export class NumbersExhausted extends RangeError {
  override readonly name = 'NumbersExhausted';
}
