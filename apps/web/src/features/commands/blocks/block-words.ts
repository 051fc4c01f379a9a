/** Blocks in words. */
import type { Block, BlockCheck, BlockHindrance } from '@atalaia/contract/block/block';
import { knotsFromKph } from '@atalaia/domain/units/units';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Formats } from '../../../lib/formats/formats.ts';
import { timeAgo } from '../../../lib/formats/time-ago.tsx';
import { refusalMessage } from '../../../lib/texts/failure-text.ts';
import type { useTexts } from '../../../lib/texts/texts-context.ts';
import type { Tone } from '../../../ui/layout/pill.tsx';

type Texts = ReturnType<typeof useTexts>;

export const blockTones: Readonly<Record<Block['state'], Tone>> = Object.freeze({
  requested: 'unknown',
  waiting: 'unknown',
  sent: 'ignition',
  confirmed: 'online',
  refused: 'alarm',
  expired: 'offline',
  unanswered: 'alarm',
  contradicted: 'alarm',
  released: 'online',
  withdrawn: 'offline',
});

/** The vehicle's present state: moving, at standstill, or with an old fix. */
export function vehicleWords(
  { speedKph, fixAgeSeconds, policy, hindrances }: BlockCheck,
  { text }: Texts,
  formats: Formats,
): string {
  if (speedKph === null || fixAgeSeconds === null) return text('block.noFix');
  const nowMs = Date.now();
  const values = {
    speed: formats.speed(knotsFromKph(speedKph)),
    age: timeAgo(nowMs - fixAgeSeconds * 1000, nowMs, text),
  };
  const isOld =
    fixAgeSeconds > policy.maxFixAgeSeconds.value || hindrances.some(({ rule }) => rule === 'fix-age');
  if (isOld) return text('block.old', values);
  return text(speedKph >= 0.5 ? 'block.moves' : 'block.stands', values);
}

/** A rule, whose it is, and what would lift it. */
export function hindranceWords(
  { rule, policyName, policyId, lift, limit }: BlockHindrance,
  { text, textOr }: Texts,
): string {
  const said = text(`block.rule.${rule}`, { limit: limit ?? 0 });
  const policy = policyName === null ? '' : policyName;
  const named =
    policyId === null ? said.replace(/([^.])$/, '$1.') : text('block.ruleOf', { rule: said, policy });
  return `${named} ${textOr(`block.lift.${lift}`, '')}`;
}

/** Why a request was refused, in the words of its rule where it has one. */
export function refusedWords(error: unknown, texts: Texts) {
  const details = error instanceof ApiError ? error.details : undefined;
  if (error instanceof ApiError && error.code === 'block-refused' && details?.rule) {
    return { reason: hindranceWords(details as unknown as BlockHindrance, texts), retryLabel: undefined };
  }
  return refusalMessage(error, texts.text);
}

/** State and what it means, as one line. */
export function stateWords(block: Block, { text, textOr }: Texts, formats: Formats): string {
  const state = text(`blockState.${block.state}`);
  if (block.stateReason === null) return state;
  const time = block.confirmUntil === null ? '' : formats.dateTime(block.confirmUntil);
  const isRefusal = block.state === 'refused' && !['policy-changed', 'restored'].includes(block.stateReason);
  const why = isRefusal ? '' : textOr(`blockStateReason.${block.stateReason}`, '').replace('{{time}}', time);
  return why ? `${state}: ${why}` : state;
}
