/**
 * Answers of one call-out that are on their way: kept on the phone from when they are given until the server has them, so
 * that neither a road without network nor a closed page nor a link that was replaced loses one: they go by whichever link
 * of the call-out is opened next. Each has a key, by which the server writes it once.
 */
import { type CallOutAnswer, callOutAnswerSchema } from '@atalaia/contract/sinisters/call-out';
import { z } from 'zod';
import type { TextStorage } from '../../lib/storage/browser-storage.ts';

const keptSchema = callOutAnswerSchema.required({ key: true, givenAt: true });

export type KeptAnswer = z.infer<typeof keptSchema>;

const keyOf = (callOutId: number) => `atalaia.callOut.${callOutId}`;

export function readKept(storage: TextStorage, callOutId: number): readonly KeptAnswer[] {
  try {
    const read = z.array(keptSchema).safeParse(JSON.parse(storage.getItem(keyOf(callOutId)) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

function writeKept(storage: TextStorage, callOutId: number, answers: readonly KeptAnswer[]): void {
  if (answers.length === 0) storage.removeItem(keyOf(callOutId));
  else storage.setItem(keyOf(callOutId), JSON.stringify(answers));
}

/** Beside those that a page of another link keeps. */
export function addKept(storage: TextStorage, callOutId: number, answer: KeptAnswer): void {
  writeKept(storage, callOutId, [...readKept(storage, callOutId), answer]);
}

export function dropKept(storage: TextStorage, callOutId: number, key: string): void {
  writeKept(storage, callOutId, withoutKept(readKept(storage, callOutId), key));
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
