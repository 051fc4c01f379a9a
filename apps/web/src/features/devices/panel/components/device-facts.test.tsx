// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../lib/testing/a-device.ts';
import { aPosition } from '../../../../lib/testing/a-position.ts';
import { renderPage } from '../../../../lib/testing/render-page.tsx';
import { DeviceFacts } from './device-facts.tsx';

/** What stands beside a name. */
const factOf = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent;

test('[PANEL-01] its number and where it is are among the facts, for a panel whose head has no room for them', async () => {
  const device = aDevice({ uniqueId: '869412050000017' });
  const page = await act(() =>
    renderPage(<DeviceFacts device={device} position={aPosition({ latitude: -3.73, longitude: -38.52 })} />),
  );
  expect(factOf(en['panel.identifier'])).toBe('869412050000017');
  expect(factOf(en['panel.coordinates'])).toMatch(/^-3\.730*, -38\.520*$/);
  page.unmount();
  await act(() => renderPage(<DeviceFacts device={device} position={undefined} />));
  expect(factOf(en['panel.identifier'])).toBe('869412050000017');
  expect(factOf(en['panel.coordinates'])).toBeUndefined();
});
