// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { firstAtFault } from '../../lib/keys/first-at-fault.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { requiredText } from './field-values.ts';
import type { FormDefinition } from './form-definition.ts';
import { ResourceForm } from './resource-form.tsx';
import { useResourceFormContext } from './use-resource-form-context.ts';

const rowSchema = z.object({ id: z.number(), name: z.string(), code: z.string() });
const valuesSchema = z.object({
  name: requiredText('driver.nameRequired'),
  code: requiredText('driver.uniqueIdRequired'),
});

const form: FormDefinition<z.infer<typeof rowSchema>, z.infer<typeof valuesSchema>> = {
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
  valuesOf: () => ({ name: '', code: '' }),
  inputOf: (values) => values,
};

function NewRow() {
  const context = useResourceFormContext();
  if (!context) return null;
  return (
    <ResourceForm
      form={form}
      place={{ path: 'drivers', schema: rowSchema }}
      opened={undefined}
      context={context}
      onSaved={() => undefined}
      onBack={() => undefined}
    />
  );
}

test('[LIST-06] who types into the field at fault keeps the focus there, although the next one is at fault too', async () => {
  await renderPage(<NewRow />);
  const [name, code] = screen.getAllByRole<HTMLInputElement>('textbox');
  const timers: (() => void)[] = [];
  // what a busy page does later: after the person's next key
  const later = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => {
    timers.push(run);
    return 0;
  }) as never);
  onTestFinished(() => later.mockRestore());
  code?.focus();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: en['list.save'] })));
  expect(document.activeElement).toBe(name);
  expect(screen.getByText(en['driver.nameRequired'])).toBeTruthy();
  await act(async () => fireEvent.change(name ?? expect.fail('no field'), { target: { value: 'T' } }));
  await act(async () => {
    for (const run of timers.splice(0)) run();
  });
  expect(document.activeElement).toBe(name);
});

test('[LIST-06] the focus goes to the first fault that can take it, also within a list', () => {
  const input = { focus: () => undefined };
  expect(
    firstAtFault([undefined, { message: 'list', ref: { name: 'steps' } }, [null, { after: { ref: input } }]]),
  ).toBe(input);
  expect(firstAtFault([undefined, { message: 'none' }])).toBeUndefined();
});
