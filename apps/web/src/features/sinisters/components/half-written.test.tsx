// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSinister } from '../../../lib/testing/a-sinister.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { SinisterSections } from './sinister-sections.tsx';

const open = (id: number) => act(() => renderPage(<SinisterSections sinister={aSinister({ id })} />));

/** Another page is in front, and then this one again. */
async function leaveAndReturn(id: number) {
  cleanup();
  await open(id);
}
const written = (label: string) =>
  screen.queryByLabelText(new RegExp(`^${label}`)) as HTMLTextAreaElement | null;

test.each([
  [1, 'sinister.addOccurrence', 'occurrence.description'],
  [2, 'sinister.close', 'sinister.closingDescription'],
] as const)(
  '[SIN-04] [SIN-09] [SIN-11] a half-written form of case %i is there again after an alarm came between, until it is given up',
  async (id, act_, label) => {
    await open(id);
    fireEvent.click(screen.getByRole('button', { name: en[act_] }));
    await act(async () => {
      fireEvent.change(written(en[label])!, { target: { value: 'Team at km 40, two men' } });
    });
    await leaveAndReturn(id);
    expect(written(en[label])?.value).toBe('Team at km 40, two men');
    await leaveAndReturn(id + 10);
    expect(written(en[label]), 'of another case there is none').toBeNull();
    await leaveAndReturn(id);
    fireEvent.click(screen.getByRole('button', { name: en['action.cancel'] }));
    await leaveAndReturn(id);
    expect(written(en[label])).toBeNull();
  },
);
