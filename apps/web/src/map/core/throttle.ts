/**
 * Passes values on, but not faster than one an interval, and never loses the last: numbers that change thirty times a second
 * cannot be read, and each change costs a picture of the page.
 */
export function createThrottle<Value>(
  intervalMs: number,
  pass: (value: Value) => void,
): (value: Value) => void {
  let waiting: { readonly value: Value } | null = null;
  let resting = false;

  function rest(): void {
    resting = true;
    setTimeout(() => {
      resting = false;
      const next = waiting;
      waiting = null;
      if (!next) return;
      pass(next.value);
      rest();
    }, intervalMs);
  }

  return (value) => {
    if (resting) {
      waiting = { value };
      return;
    }
    pass(value);
    rest();
  };
}
