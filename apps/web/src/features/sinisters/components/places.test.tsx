// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { aSinister } from '../../../lib/testing/a-sinister.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { OpeningForm } from '../opening/opening-form.tsx';
import { SinisterSections } from './sinister-sections.tsx';

const address = '2 km de Curitiba, PR';
const inEnglish = '2 km from Curitiba, PR';

test('[SIN-01] [UNIT-02] who reads English reads in English how far off a town a case begins', async () => {
  const place = { address, latitude: -25.4, longitude: -49.2 };
  await act(() =>
    renderPage(
      <OpeningForm
        device={aDevice({ customerId: 3, customerName: 'Boa Praça' })}
        place={place}
        onCancel={() => undefined}
        onOpened={() => undefined}
      />,
    ),
  );
  expect(screen.getByText(inEnglish)).toBeTruthy();
});

test('[SIN-01] [SIN-02] [UNIT-02] and where it began, and what happened since', async () => {
  const occurrence = {
    ...{ id: 1, sinisterId: 1, category: 'other', address, description: 'Two men. '.repeat(30) },
    ...{ reportedBy: 'Central', occurrenceDate: '2026-11-21T06:58:08.000Z', attributes: {} },
  };
  const sinister = { ...aSinister({ openingAddress: address }), occurrences: [occurrence] };
  await act(() => renderPage(<SinisterSections sinister={sinister as ReturnType<typeof aSinister>} />));
  expect(screen.getAllByText(inEnglish)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: en['sinister.showMore'] }));
  expect(await screen.findAllByText(inEnglish)).toHaveLength(2);
});

test('[SIN-01] [SIN-11] [UNIT-02] and where it ended, unless somebody wrote it himself', async () => {
  const closed = {
    status: 'closed',
    closingType: 'vehicleFound',
    closingDate: '2026-11-21T08:00:00.000Z',
  } as const;
  const closedAt = (closingAddress: string) => (
    <SinisterSections sinister={aSinister({ ...closed, closingAddress })} />
  );
  const page = await act(() => renderPage(closedAt(address)));
  expect(screen.getByText(inEnglish)).toBeTruthy();
  page.unmount();
  const typed = '5 km de terra, GO';
  await act(() => renderPage(closedAt(typed)));
  expect(screen.getByText(typed)).toBeTruthy();
});
