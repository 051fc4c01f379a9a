/**
 * What a browser is asked as somebody signs in, and answers once: the question bears our mark and its time, so that nothing is
 * stored for strangers who ask and do not answer; that it was answered is a row.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Time for a person to find his phone. */
export const questionLastsMs = 5 * 60_000;

export interface Questions {
  /** `about` is what it is asked for; it is answered for the same alone. */
  make(about: string): string;
  /** Whether it is ours, about this, and not too old. */
  isOurs(question: string, about: string): boolean;
}

export function createQuestions(secrets: Pick<Secrets, 'fingerprint'>, nowMs: () => number): Questions {
  const markOf = (body: string, about: string) => secrets.fingerprint(`sign-in question ${body} ${about}`);
  return {
    make(about) {
      const body = `${Math.floor(nowMs()).toString(36)}_${randomBytes(16).toString('hex')}`;
      return Buffer.from(`${body}_${markOf(body, about)}`).toString('base64url');
    },
    isOurs(question, about) {
      const text = Buffer.from(question, 'base64url').toString('latin1');
      const [, body = '', time = '', mark = ''] =
        /^(([0-9a-z]{8,9})_[0-9a-f]{32})_([\w-]{22})$/.exec(text) ?? [];
      const [given, right] = [Buffer.from(mark), Buffer.from(markOf(body, about))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const ageMs = nowMs() - Number.parseInt(time, 36);
      return ageMs >= -questionLastsMs && ageMs <= questionLastsMs;
    },
  };
}
