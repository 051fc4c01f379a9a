/** Ends a wait that hangs: a figure that never comes must not keep those after it from being measured. */

interface StepLimit {
  /** A step has begun, and has its time from now on. */
  begins(step: string): void;
  /** What `work` gives, or the step that was not over in time. */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

export function limitSteps(limitMs: number): StepLimit {
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const begins = (step: string) => {
    clearTimeout(timer);
    const hung = () => reject(new Error(`hung: "${step}" was not over after ${limitMs / 60_000} minutes`));
    timer = setTimeout(hung, limitMs);
  };
  begins('its start');
  return {
    begins,
    within: (work) => Promise.race([work, promise]).finally(() => clearTimeout(timer)),
  };
}
