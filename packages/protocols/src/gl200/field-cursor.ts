/** Takes the fields of a message one after the other, up to its end; behind that everything is undefined. */
export class FieldCursor {
  readonly #fields: readonly string[];
  readonly #end: number;
  #at: number;

  constructor(fields: readonly string[], from: number, end: number) {
    this.#fields = fields;
    this.#at = from;
    this.#end = end;
  }

  /** Fields not taken yet. */
  get remaining(): number {
    return Math.max(0, this.#end - this.#at);
  }

  next(): string | undefined {
    const field = this.#at < this.#end ? this.#fields[this.#at] : undefined;
    this.#at += 1;
    return field;
  }

  /** The field so many behind the next one, without moving. */
  ahead(count: number): string | undefined {
    return this.#at + count < this.#end ? this.#fields[this.#at + count] : undefined;
  }

  skip(count: number): void {
    this.#at += count;
  }
}
