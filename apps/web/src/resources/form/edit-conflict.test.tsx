// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderPage } from '../../lib/testing/render-page.tsx';
import type { SentRequest } from '../../lib/testing/web-around.ts';
import { EditConflict } from './edit-conflict.tsx';
import { requiredText } from './field-values.ts';
import type { FormDefinition } from './form-definition.ts';
import { ResourceForm } from './resource-form.tsx';
import { useResourceFormContext } from './use-resource-form-context.ts';

const rowSchema = z.object({ id: z.number(), name: z.string(), code: z.string() });
type Row = z.infer<typeof rowSchema>;
const valuesSchema = z.object({
  name: requiredText('driver.nameRequired'),
  code: requiredText('driver.uniqueIdRequired'),
});
type Values = z.infer<typeof valuesSchema>;

const form: FormDefinition<Row, Values> = {
  titles: { add: 'driver.new', edit: 'driver.edit' },
  schema: () => valuesSchema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'driver.name', required: true },
        { kind: 'text', name: 'code', label: 'driver.uniqueId', required: true },
      ],
    },
  ],
  valuesOf: (row) => ({ name: row?.name ?? '', code: row?.code ?? '' }),
  inputOf: (values) => values,
};

const theirs = { id: 7, name: 'Bia', code: '200' };

function conflict(): Response {
  return Response.json(
    {
      code: 'edited-meanwhile',
      message: 'changed',
      requestId: 'r',
      details: { current: theirs, revision: '"two"' },
    },
    { status: 409 },
  );
}

function OpenForm({ onSaved }: { readonly onSaved: (row: Row) => void }) {
  const context = useResourceFormContext();
  if (!context) return null;
  return (
    <ResourceForm
      form={form}
      place={{ path: 'drivers', schema: rowSchema }}
      opened={{ row: { id: 7, name: 'Ana', code: '100' }, revision: '"one"' }}
      context={context}
      onSaved={onSaved}
      onBack={() => undefined}
    />
  );
}

/** Opens the form on Ana, types Clara, and saves while somebody else has saved Bia. */
async function saveOverAnother() {
  const onSaved = vi.fn();
  const answers = [
    async () => conflict(),
    async ({ body }: SentRequest) => Response.json({ id: 7, ...(body as object) }),
  ];
  const page = await renderPage(<OpenForm onSaved={onSaved} />, (request) => {
    const answer = answers.shift();
    return answer ? answer(request) : Promise.reject(new Error('no request expected'));
  });
  const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(label) });
  fireEvent.change(field(en['driver.name']), { target: { value: 'Clara' } });
  fireEvent.click(screen.getByRole('button', { name: en['list.update'] }));
  const banner = await screen.findByRole('alert', { name: en['conflict.title'] });
  const saveAgain = async () => {
    fireEvent.click(screen.getByRole('button', { name: en['list.update'] }));
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
  };
  return { ...page, onSaved, field, banner, saveAgain };
}

test('[LIST-06] a conflict keeps the typed text, shows what the other saved, and takes over what was not touched', async () => {
  const { field, banner, saveAgain, sent } = await saveOverAnother();
  expect(field(en['driver.name']).value).toBe('Clara');
  expect(field(en['driver.uniqueId']).value).toBe('200');
  const cells = within(within(banner).getByRole('row', { name: new RegExp(en['driver.name']) })).getAllByRole(
    'cell',
  );
  expect(cells.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Clara', 'Bia']);
  await saveAgain();
  expect(sent.map(({ method, headers, body }) => [method, headers.get('if-match'), body])).toEqual([
    ['PUT', '"one"', { id: 7, name: 'Clara', code: '100' }],
    ['PUT', '"two"', { id: 7, name: 'Clara', code: '200' }],
  ]);
});

test('[LIST-06] the saved value can be chosen in place of the typed one, and chosen back', async () => {
  const { field, banner, saveAgain, sent } = await saveOverAnother();
  const choose = (name: string) =>
    fireEvent.click(
      within(within(banner).getByRole('row', { name: new RegExp(en['driver.name']) })).getByRole('radio', {
        name,
      }),
    );
  choose(en['conflict.takeTheirs']);
  expect(field(en['driver.name']).value).toBe('Bia');
  choose(en['conflict.keepMine']);
  expect(field(en['driver.name']).value).toBe('Clara');
  choose(en['conflict.takeTheirs']);
  await saveAgain();
  expect(sent.at(-1)?.body).toEqual({ id: 7, name: 'Bia', code: '200' });
});

/** Two fields with one label, in sections of their own. */
function Conflict() {
  const context = useResourceFormContext();
  const methods = useForm();
  if (!context) return null;
  const sections = (['reset', 'report'] as const).map((name) => ({
    title: `company.mail.${name}` as const,
    fields: [{ kind: 'text' as const, name, label: 'driver.name' as const }],
  }));
  const differences = ['reset', 'report'].map((name) => ({
    name,
    mine: 'a',
    theirs: 'b',
    isContested: true,
  }));
  return (
    <FormProvider {...methods}>
      <EditConflict differences={differences} sections={sections} context={context} />
    </FormProvider>
  );
}

test('[LIST-06] a field whose label another has too is named with its section', async () => {
  await renderPage(<Conflict />, () => Promise.reject(new Error('no request expected')));
  const rows = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent);
  const titles = [en['company.mail.reset'], en['company.mail.report']];
  expect(rows).toEqual(titles.map((title) => `${title} · ${en['driver.name']}`));
});
