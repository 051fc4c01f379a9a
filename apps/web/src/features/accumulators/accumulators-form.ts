/** What a device has counted, in km and hours; the API counts metres and milliseconds (DEV-02). */
import { type Accumulators, accumulatorsSchema } from '@atalaia/contract/devices/device';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { requiredNumber } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';

const metresPerKm = 1000;
const msPerHour = 3_600_000;

/** The accumulators of a device under the device's number, as rows of a form have one. */
export type AccumulatorRow = Accumulators & { readonly id: number };

const schema = z.object({
  totalDistance: requiredNumber('accumulator.required', { least: 0, most: 1e8 }),
  hours: requiredNumber('accumulator.required', { least: 0, most: 1e6 }),
});

export type AccumulatorValues = z.infer<typeof schema>;

export const accumulatorForm: FormDefinition<AccumulatorRow, AccumulatorValues> = {
  titles: { add: 'accumulator.title', edit: 'accumulator.title' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        {
          kind: 'number',
          name: 'totalDistance',
          label: 'accumulator.totalDistance',
          required: true,
          unit: () => 'km',
        },
        { kind: 'number', name: 'hours', label: 'accumulator.hours', required: true, unit: () => 'h' },
      ],
    },
  ],
  valuesOf: (row) => ({
    totalDistance: textOfNumber(row && Number((row.totalDistance / metresPerKm).toFixed(3))),
    hours: textOfNumber(row && Number((row.hours / msPerHour).toFixed(4))),
  }),
  inputOf: ({ totalDistance, hours }, row): Accumulators => ({
    deviceId: row?.deviceId ?? 0,
    totalDistance: Math.round((numberIn(totalDistance) ?? 0) * metresPerKm * 1000) / 1000,
    hours: Math.round((numberIn(hours) ?? 0) * msPerHour),
  }),
};

const pathOf = (deviceId: number) => `devices/${deviceId}/accumulators`;

export async function readAccumulators(
  api: ApiClient,
  deviceId: number,
  signal: AbortSignal,
): Promise<AccumulatorRow> {
  const counted = await api.json({ path: pathOf(deviceId), signal }, accumulatorsSchema);
  return { ...counted, id: deviceId };
}

/** The API answers a change with nothing. */
export async function writeAccumulators(
  api: ApiWriter,
  deviceId: number,
  input: object,
): Promise<AccumulatorRow> {
  await api.send({ method: 'PUT', path: pathOf(deviceId), json: input });
  return { ...accumulatorsSchema.parse(input), id: deviceId };
}
