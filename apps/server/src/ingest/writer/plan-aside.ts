import { hash } from 'node:crypto';
import { cleanText } from '../steps/clean.ts';
import type { AnswerEntry, Entry, PositionEntry } from './entry.ts';
import type { Plan, PlanParts, Refusal } from './plan.ts';

/** A message of the database may quote the values it was given. */
const longestError = 1000;

/** Plans that an entry goes to `refused_messages`, in a form that this table always takes. Returns its number. */
export function planAside(
  plan: Plan,
  entry: Entry,
  refusal: Refusal,
  parts: Pick<PlanParts, 'positionNumbers'>,
): number | undefined {
  if (entry.kind !== 'position' && entry.kind !== 'answer') return undefined;
  const id = parts.positionNumbers.take();
  plan.aside.push({
    id,
    deviceId: entry.device.id,
    digest: digestOf(entry),
    receivedMs: entry.receivedMs,
    protocol: entry.protocol,
    kind: entry.kind === 'position' ? 'position' : 'commandResult',
    error: cleanText([...new Set(refusal.errors)].join('; ').slice(0, longestError)),
    frame: entry.frame,
    content: contentOf(entry),
  });
  return id;
}

/** Answers have no identity: each one counts. */
function digestOf(entry: PositionEntry | AnswerEntry): string {
  if (entry.kind === 'position') return entry.digest;
  return hash('sha256', `${entry.receivedMs} ${entry.result}`, 'hex').slice(0, 32);
}

/** JSON of printable ASCII: whatever a text holds is written out in it, and no column refuses that. */
function contentOf(entry: PositionEntry | AnswerEntry): string | null {
  try {
    const content = entry.kind === 'position' ? entry.position : { result: entry.result };
    return JSON.stringify(content).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  } catch {
    return null;
  }
}
