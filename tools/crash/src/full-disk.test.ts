import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withOwnMounts } from './small-disk.ts';

test('[OPS-03][ING-02] a full disk under load is told as no-space within 5 s, loses nothing and is got over by itself', async (context) => {
  const seed = Math.floor(Math.random() * 1e9);
  const program = join(import.meta.dirname, 'full-disk-program.ts');
  const child = withOwnMounts(program, [seed, 40, 6_000], 'pipe');
  if (!child?.stdout || !child.stderr) return context.skip('this account may not mount a disk of its own');
  const [story, faults, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  // in one line, which the run names where it tries it again: what is wrong is last in the story, and first in it
  const told = [
    ...story.trim().split('\n').toReversed(),
    faults.trim().slice(0, 1_000).replaceAll(/\s+/g, ' '),
  ];
  expect(code, `seed ${seed}; ${told.join('; ')}`).toBe(0);
  expect(story).toContain('nothing lost, nothing twice');
}, 240_000);
