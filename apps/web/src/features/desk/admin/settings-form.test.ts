import { deskSettingsSchema } from '@atalaia/contract/desk/desk';
import { expect, test } from 'vitest';
import { settingsForm } from './settings-form.ts';

const deadline = { claimSeconds: 60, closeSeconds: 900 };
const stored = {
  id: 0 as const,
  ...deskSettingsSchema.parse({
    deadlines: { critical: deadline, high: deadline, medium: deadline, low: deadline },
    ...{
      questionMinutes: 5,
      questionMinutesInCall: 15,
      answerSeconds: 60,
      leaseSeconds: 60,
      lateMinutes: 120,
    },
    massFault: {
      ...{ enabled: true, windowMinutes: 5, minDevices: 20, minPercent: 20 },
      ...{ backPercent: 80, cellKm: 20, oursPercent: 80 },
    },
    ...{
      silentHoursIgnitionOn: 24,
      silentHoursParked: 72,
      clientsSeeHandling: false,
      callProcedures: { reportedTheft: 0, blockRequest: 0, question: 0, technicalTest: 0 },
    },
  }),
};
const context = {} as Parameters<typeof settingsForm.valuesOf>[1];

test('[SLA-01] deadlines are minutes in the form, and every whole second comes back as it was', () => {
  expect(settingsForm.valuesOf(stored, context)).toMatchObject({ criticalClaim: '1', criticalClose: '15' });
  for (let seconds = 10; seconds < 4000; seconds += 1) {
    const values = settingsForm.valuesOf(
      {
        ...stored,
        deadlines: { ...stored.deadlines, high: { claimSeconds: seconds, closeSeconds: 604_800 } },
      },
      context,
    );
    expect(settingsForm.schema(context, undefined).safeParse(values).success).toBe(true);
    expect(settingsForm.inputOf(values, undefined, context)).toMatchObject({
      deadlines: { high: { claimSeconds: seconds, closeSeconds: 604_800 } },
    });
  }
});

test('[SLA-01] a deadline below ten seconds or over a week is refused at its field', () => {
  const values = settingsForm.valuesOf(stored, context);
  const faultsOf = (part: Partial<typeof values>) =>
    settingsForm
      .schema(context, undefined)
      .safeParse({ ...values, ...part })
      .error?.issues.map(({ path }) => path[0]);
  expect(faultsOf({ criticalClaim: '0.1' })).toEqual(['criticalClaim']);
  expect(faultsOf({ lowClose: '10080.1' })).toEqual(['lowClose']);
  expect(faultsOf({ criticalClaim: '' })).toEqual(['criticalClaim']);
});
