import type { Use } from '@atalaia/contract/in-use';
import { AppError } from '../app-error.ts';

/** So many are named. */
const mostNamed = 20;

/** Throws `in-use`, naming by what, unless nothing uses it. Of those that the caller does not see, only `unseen` is told. */
export function requireUnused(uses: readonly Use[], unseen = 0): void {
  const count = uses.length + unseen;
  if (count === 0) return;
  const usedBy = uses.slice(0, mostNamed);
  const named = usedBy.map(({ noun, name }) => `${noun} ${name}`);
  const others = count - usedBy.length;
  const message = [...named, ...(others ? [`${others} more`] : [])].join(', ');
  throw new AppError('in-use', `in use by ${message}`, { usedBy, count });
}
