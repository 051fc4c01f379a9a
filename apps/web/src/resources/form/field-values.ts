/** What fields of a form hold and how it is checked: text, '' for nothing. Messages are keys of phrases. */
import { isEmailAddress } from '@atalaia/contract/values/email';
import { isPlainText } from '@atalaia/contract/values/values';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { numberIn } from '../../lib/formats/plain-number.ts';

/** What a field holds of something that may be absent. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A reference as the API takes it: 0 for none. */
export function referenceIn(chosen: string): number {
  return chosen === '' ? 0 : Number(chosen);
}

/** A reference as a field holds it. */
export function textOfReference(id: number | null | undefined): string {
  return id ? String(id) : '';
}

/** Longest text the API keeps in one line, characters. */
const longest = 255;

const tooLong: PhraseKey = 'form.textTooLong';

const hidden: PhraseKey = 'form.invisibleCharacter';

export const requiredText = (missing: PhraseKey, most = longest) =>
  z.string().trim().min(1, missing).max(most, tooLong).refine(isPlainText, hidden);

export const optionalText = (most = longest) =>
  z.string().trim().max(most, tooLong).refine(isPlainText, hidden);

interface NumberLimits {
  readonly least?: number;
  readonly most?: number;
  readonly whole?: boolean;
  /** Said of what is out of bounds, where the bounds are worth saying. */
  readonly bounds?: PhraseKey;
}

export const optionalNumber = (limits: NumberLimits = {}) =>
  z.string().superRefine((typed, context) => {
    const fault = faultOf(numberIn(typed), limits);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** Nothing typed says `missing`, and nothing else at once. */
export const requiredNumber = (missing: PhraseKey, limits: NumberLimits = {}) =>
  z.string().superRefine((typed, context) => {
    const value = numberIn(typed);
    const fault = value === undefined ? missing : faultOf(value, limits);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

function faultOf(
  value: number | undefined,
  { least, most, whole, bounds = 'form.outOfRange' }: NumberLimits,
): PhraseKey | undefined {
  if (value === undefined) return undefined;
  if (!Number.isFinite(value)) return 'form.notANumber';
  if (whole && !Number.isInteger(value)) return 'form.notWhole';
  if (least !== undefined && value < least) return least === 0 ? 'form.belowZero' : bounds;
  return most !== undefined && value > most ? bounds : undefined;
}

export const requiredEmail = (missing: PhraseKey) =>
  requiredText(missing).refine((typed) => typed === '' || isEmailAddress(typed), 'form.notAnEmail');

export const optionalEmail = () =>
  optionalText().refine((typed) => typed === '' || isEmailAddress(typed), 'form.notAnEmail');
