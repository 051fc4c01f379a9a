// @vitest-environment happy-dom
import type { CalledOut } from '@atalaia/contract/sinisters/call-out';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import type { SentRequest } from '../../lib/testing/web-around.ts';
import { CalledOutPage } from './called-out-page.tsx';

const calledOut: CalledOut = {
  id: 5,
  name: 'Agente Rui',
  state: 'sent',
  message: 'Two armed men',
  number: 7,
  openingDate: '2026-11-20T10:00:00.000Z',
  openingAddress: 'Rua A, 10',
  centrePhone: '0800 700 1234',
  vehicle: {
    plate: 'ABC1D23',
    manufacturer: 'Fiat',
    vehicleModel: 'Strada',
    color: 'branca',
    year: '2022',
    category: 'car',
  },
  place: { latitude: -3.7, longitude: -38.5, fixTime: '2026-11-20T10:05:00.000Z', speed: 10, course: 90 },
};

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (code: string, status: number) => json({ code, message: code, requestId: 'x' }, status);

beforeEach(() => window.localStorage.clear());

function open(answer: (request: SentRequest) => Promise<Response>, token = 'token') {
  return renderPage(<CalledOutPage token={token} map={() => null} />, answer);
}

const answersOf = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST');

test('[COCK-02] who was called reads what is asked and the way there, and answers with one tap', async () => {
  const { sent } = await open(async ({ method }) =>
    json(method === 'POST' ? { ...calledOut, state: 'onTheWay' } : calledOut),
  );
  expect(await screen.findByText('ABC1D23')).toBeDefined();
  expect(screen.getByText('Two armed men')).toBeDefined();
  expect(screen.getByRole('link', { name: /Navigate/ }).getAttribute('href')).toContain('destination=-3.7');
  expect(screen.getByRole('link', { name: /Call the centre/ }).getAttribute('href')).toBe('tel:08007001234');
  fireEvent.change(screen.getByLabelText('Note (optional)'), { target: { value: ' coming ' } });
  fireEvent.click(screen.getByRole('button', { name: 'On the way' }));
  expect(await screen.findByText('You answered: On the way')).toBeDefined();
  const [answer, ...more] = answersOf(sent);
  expect(more).toEqual([]);
  expect(answer?.url.pathname).toBe('/api/call-outs/token/answers');
  expect(answer?.body).toEqual({
    answer: 'onTheWay',
    note: 'coming',
    key: expect.stringMatching(/^[\da-f]{32}$/),
    givenAt: expect.stringMatching(/Z$/),
  });
  expect(screen.queryByText(/Kept on this phone/)).toBeNull();
});

test('[COCK-02] an answer without network is kept, says so, and goes with the same key when it is sent again', async () => {
  let hasNetwork = false;
  const { sent } = await open(async ({ method }) => {
    if (method !== 'POST') return json(calledOut);
    if (!hasNetwork) throw new TypeError('no network');
    return json({ ...calledOut, state: 'onTheWay' });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'On the way' }));
  expect(await screen.findByText(/Kept on this phone: “On the way”/)).toBeDefined();
  expect(window.localStorage.length).toBe(1);
  hasNetwork = true;
  fireEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  await expect.poll(() => screen.queryByText(/Kept on this phone/)).toBeNull();
  const keys = answersOf(sent).map(({ body }) => (body as { key: string }).key);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(new Set(answersOf(sent).map(({ body }) => (body as { givenAt: string }).givenAt)).size).toBe(1);
  expect(window.localStorage.length).toBe(0);
});

test.each([
  [404, 'not-found', 'This link does not exist'],
  [410, 'share-ended', 'This link is over'],
])(
  '[COCK-02] what is kept under a link that then answers %i stays and is shown, and the page of another link sends it once',
  async (status, code, words) => {
    let isOver = false;
    const old = await open(async ({ method }) => {
      if (isOver) return refused(code, status);
      if (method !== 'POST') return json(calledOut);
      throw new TypeError('no network');
    });
    fireEvent.click(await screen.findByRole('button', { name: 'On the way' }));
    isOver = true;
    fireEvent.click(await screen.findByRole('button', { name: 'Send now' }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText(/Kept on this phone: “On the way”.* open that on this phone/)).toBeDefined();
    const [first] = answersOf(old.sent);
    old.unmount();

    const { sent } = await open(
      async ({ method }) => json(method === 'POST' ? { ...calledOut, state: 'onTheWay' } : calledOut),
      'another',
    );
    expect(await screen.findByText('You answered: On the way')).toBeDefined();
    await expect.poll(() => window.localStorage.length).toBe(0);
    const answers = answersOf(sent);
    expect(answers.map(({ url }) => url.pathname)).toEqual(['/api/call-outs/another/answers']);
    expect(answers[0]?.body).toEqual(first?.body);
  },
);

test('[COCK-02] what was kept is discarded by a click alone, also where its link is over', async () => {
  let isOver = false;
  await open(async ({ method }) => {
    if (isOver) return refused('share-ended', 410);
    if (method !== 'POST') return json(calledOut);
    throw new TypeError('no network');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'On site' }));
  isOver = true;
  fireEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  await screen.findByText('This link is over');
  expect(window.localStorage.length).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(/Kept on this phone/)).toBeNull();
  expect(window.localStorage.length).toBe(0);
});

test('[COCK-02] a refusal by a link that was replaced is not said to be sent', async () => {
  await open(async ({ method }) => (method === 'POST' ? refused('not-found', 404) : json(calledOut)));
  fireEvent.click(await screen.findByRole('button', { name: 'I cannot come' }));
  fireEvent.click(screen.getByRole('button', { name: 'I cannot come' }));
  expect(await screen.findByText(/Kept on this phone: “I cannot come”/)).toBeDefined();
  expect(screen.queryByText('Your refusal was sent')).toBeNull();
});

test('[COCK-02] an answer that the server refuses is not kept, and its reason is said', async () => {
  await open(async ({ method }) => (method === 'POST' ? refused('call-out-answered', 409) : json(calledOut)));
  fireEvent.click(await screen.findByRole('button', { name: 'On site' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/./);
  expect(screen.queryByText(/Kept on this phone/)).toBeNull();
  expect(window.localStorage.length).toBe(0);
});

test('[COCK-02] refusing is asked once more, and ends the page with words', async () => {
  const { sent } = await open(async ({ method }) =>
    method === 'POST' ? refused('share-ended', 410) : json(calledOut),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'I cannot come' }));
  expect(answersOf(sent)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'I cannot come' }));
  expect(await screen.findByText('Your refusal was sent')).toBeDefined();
});

test.each([
  [404, 'not-found', 'This link does not exist'],
  [410, 'share-ended', 'This link is over'],
])('[COCK-02] a link that answers %i says why nothing is shown', async (status, code, words) => {
  await open(async () => refused(code, status));
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[COCK-02] [UNIT-02] who was called reads in his language how far off a town it began', async () => {
  await open(async () => json({ ...calledOut, openingAddress: '2 km de Curitiba, PR' }));
  expect(await screen.findByText('2 km from Curitiba, PR')).toBeDefined();
});
