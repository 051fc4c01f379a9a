/** Trackers answer a block in words of their own; these say that nothing was cut. */
const refusals =
  /\b(fail(ed|ure)?|errors?|err|invalid|denied|deny|refused?|rejected|unsupported|illegal|unable|nok|ng|over ?speed)\b|\bnot (support|execut|allow|running|valid)|n[aã]o executad|not be executed/i;

/** Whether a tracker's own answer says that it did what it was asked. Pure. */
export function answerVerdict(answer: string | null): 'done' | 'refused' {
  return answer !== null && refusals.test(answer) && !/already/i.test(answer) ? 'refused' : 'done';
}
