/**
 * Answers of one link that are on their way: kept on the phone from when they are given until the server has them, so that
 * neither a road without network nor a closed page loses one. Each has a key, by which the server writes it once.
 */
import { type CallOutAnswer, callOutAnswerSchema } from '@atalaia/contract/sinisters/call-out';
import { z } from 'zod';
import type { TextStorage } from '../../lib/storage/browser-storage.ts';

const keptSchema = callOutAnswerSchema.extend({ key: z.string(), givenAt: z.string() });

export type KeptAnswer = z.infer<typeof keptSchema>;

const keyOf = (token: string) => `atalaia.callOut.${token}`;

export function readKept(storage: TextStorage, token: string): readonly KeptAnswer[] {
  try {
    const read = z.array(keptSchema).safeParse(JSON.parse(storage.getItem(keyOf(token)) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function writeKept(storage: TextStorage, token: string, answers: readonly KeptAnswer[]): void {
  if (answers.length === 0) storage.removeItem(keyOf(token));
  else storage.setItem(keyOf(token), JSON.stringify(answers));
}

export function keptAnswer(answer: CallOutAnswer, now: Date): KeptAnswer {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...answer, key, givenAt: now.toISOString() };
}

/** What the server knows of an answer already is to be sent no more. */
export function withoutKept(answers: readonly KeptAnswer[], key: string): readonly KeptAnswer[] {
  return answers.filter((kept) => kept.key !== key);
}
