/**
 * The desk's settings: deadlines, the question, late events, mass faults, silence, what clients may see (SLA-01,
 * DESK-05).
 */
import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import { type DeskSettings, type DeskSettingsInput, deskSettingsSchema } from '@atalaia/contract/desk/desk';
import { z } from 'zod';
import { requiredNumber, textOfReference } from '../../../resources/form/field-values.ts';
import type { FormDefinition, FormField } from '../../../resources/form/form-definition.ts';
import { CallProcedureField } from './procedures/procedure-field.tsx';

/** Deadlines are seconds on the server and minutes in a form, to a hundredth: every whole second comes back as it was. */
const minuteSeconds = 60;

export const minutesOf = (seconds: number): string =>
  String(Math.round((seconds / minuteSeconds) * 100) / 100);

export const secondsOf = (minutes: string): number => Math.round(Number(minutes) * minuteSeconds);

/** The frame's forms are of rows: the settings are the only one. */
export const storedSettingsSchema = deskSettingsSchema.extend({ id: z.literal(0).default(0) });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

const whole = (least: number, most: number) =>
  requiredNumber('desk.numberRequired', { least, most, whole: true });
/** Minutes; the server counts seconds, from ten to a week. */
const deadline = requiredNumber('desk.numberRequired', { least: 0.17, most: 10_080 });

const values = z.object({
  criticalClaim: deadline,
  criticalClose: deadline,
  highClaim: deadline,
  highClose: deadline,
  mediumClaim: deadline,
  mediumClose: deadline,
  lowClaim: deadline,
  lowClose: deadline,
  questionMinutes: whole(1, 240),
  questionMinutesInCall: whole(1, 240),
  answerSeconds: whole(10, 600),
  leaseSeconds: whole(10, 600),
  lateMinutes: whole(1, 10_080),
  massFault: z.boolean(),
  windowMinutes: whole(1, 60),
  minDevices: whole(2, 100_000),
  minPercent: whole(1, 100),
  backPercent: whole(1, 100),
  cellKm: whole(1, 500),
  oursPercent: whole(50, 100),
  silentHoursIgnitionOn: whole(1, 1440),
  silentHoursParked: whole(1, 1440),
  clientsSeeHandling: z.boolean(),
  reportedTheft: z.string(),
  blockRequest: z.string(),
  question: z.string(),
  technicalTest: z.string(),
});

export type SettingsValues = z.infer<typeof values>;

type Field = FormField<StoredSettings, SettingsValues>;

const number = (name: Field['name'], label: Field['label'], unit: string): Field => ({
  ...{ kind: 'number', name, label, required: true },
  unit: () => unit,
});

const deadlines: readonly Field[] = alarmSeverities.flatMap((severity) => [
  number(`${severity}Claim`, `deskClaimOf.${severity}`, 'min'),
  number(`${severity}Close`, `deskCloseOf.${severity}`, 'min'),
]);

const callReasons = ['reportedTheft', 'blockRequest', 'question', 'technicalTest'] as const;

const hasMassFault = ({ massFault }: SettingsValues) => massFault;

export const settingsForm: FormDefinition<StoredSettings, SettingsValues> = {
  titles: { add: 'desk.settings', edit: 'desk.settings' },
  schema: () => values,
  sections: [
    { title: 'desk.deadlines', fields: deadlines },
    {
      title: 'desk.lease',
      fields: [
        number('questionMinutes', 'desk.questionMinutes', 'min'),
        number('questionMinutesInCall', 'desk.questionMinutesInCall', 'min'),
        number('answerSeconds', 'desk.answerSeconds', 's'),
        number('leaseSeconds', 'desk.leaseSeconds', 's'),
        number('lateMinutes', 'desk.lateMinutes', 'min'),
      ],
    },
    {
      title: 'desk.massFault',
      fields: [
        { kind: 'switch', name: 'massFault', label: 'desk.massFaultOn', wide: true },
        { ...number('windowMinutes', 'desk.windowMinutes', 'min'), when: hasMassFault },
        { ...number('minDevices', 'desk.minDevices', ''), when: hasMassFault },
        { ...number('minPercent', 'desk.minPercent', '%'), when: hasMassFault },
        { ...number('backPercent', 'desk.backPercent', '%'), when: hasMassFault },
        { ...number('cellKm', 'desk.cellKm', 'km'), when: hasMassFault },
        { ...number('oursPercent', 'desk.oursPercent', '%'), when: hasMassFault },
      ],
    },
    {
      title: 'desk.noCommunication',
      fields: [
        number('silentHoursIgnitionOn', 'desk.silentHoursIgnitionOn', 'h'),
        number('silentHoursParked', 'desk.silentHoursParked', 'h'),
      ],
    },
    {
      title: 'procedure.ofCalls',
      fields: callReasons.map(
        (name): Field => ({
          ...{ kind: 'custom', name, label: `callReason.${name}`, wide: true },
          Field: CallProcedureField,
        }),
      ),
    },
    {
      title: 'desk.clients',
      fields: [
        {
          ...{ kind: 'switch', name: 'clientsSeeHandling', label: 'desk.clientsSeeHandling', wide: true },
          hint: 'desk.clientsSeeHandlingHint',
        },
      ],
    },
  ],
  valuesOf(stored) {
    if (!stored) throw new Error('The settings are changed, never made');
    const { deadlines: all, massFault, callProcedures } = stored;
    return {
      criticalClaim: minutesOf(all.critical.claimSeconds),
      criticalClose: minutesOf(all.critical.closeSeconds),
      highClaim: minutesOf(all.high.claimSeconds),
      highClose: minutesOf(all.high.closeSeconds),
      mediumClaim: minutesOf(all.medium.claimSeconds),
      mediumClose: minutesOf(all.medium.closeSeconds),
      lowClaim: minutesOf(all.low.claimSeconds),
      lowClose: minutesOf(all.low.closeSeconds),
      questionMinutes: String(stored.questionMinutes),
      questionMinutesInCall: String(stored.questionMinutesInCall),
      answerSeconds: String(stored.answerSeconds),
      leaseSeconds: String(stored.leaseSeconds),
      lateMinutes: String(stored.lateMinutes),
      massFault: massFault.enabled,
      windowMinutes: String(massFault.windowMinutes),
      minDevices: String(massFault.minDevices),
      minPercent: String(massFault.minPercent),
      backPercent: String(massFault.backPercent),
      cellKm: String(massFault.cellKm),
      oursPercent: String(massFault.oursPercent),
      silentHoursIgnitionOn: String(stored.silentHoursIgnitionOn),
      silentHoursParked: String(stored.silentHoursParked),
      clientsSeeHandling: stored.clientsSeeHandling,
      reportedTheft: textOfReference(callProcedures.reportedTheft),
      blockRequest: textOfReference(callProcedures.blockRequest),
      question: textOfReference(callProcedures.question),
      technicalTest: textOfReference(callProcedures.technicalTest),
    };
  },
  inputOf: (typed): DeskSettingsInput => ({
    deadlines: deadlinesOf(typed),
    questionMinutes: Number(typed.questionMinutes),
    questionMinutesInCall: Number(typed.questionMinutesInCall),
    answerSeconds: Number(typed.answerSeconds),
    leaseSeconds: Number(typed.leaseSeconds),
    lateMinutes: Number(typed.lateMinutes),
    massFault: {
      enabled: typed.massFault,
      windowMinutes: Number(typed.windowMinutes),
      minDevices: Number(typed.minDevices),
      minPercent: Number(typed.minPercent),
      backPercent: Number(typed.backPercent),
      cellKm: Number(typed.cellKm),
      oursPercent: Number(typed.oursPercent),
    },
    silentHoursIgnitionOn: Number(typed.silentHoursIgnitionOn),
    silentHoursParked: Number(typed.silentHoursParked),
    clientsSeeHandling: typed.clientsSeeHandling,
    callProcedures: {
      reportedTheft: Number(typed.reportedTheft),
      blockRequest: Number(typed.blockRequest),
      question: Number(typed.question),
      technicalTest: Number(typed.technicalTest),
    },
  }),
};

const deadlinesOf = (typed: SettingsValues): DeskSettings['deadlines'] => ({
  critical: { claimSeconds: secondsOf(typed.criticalClaim), closeSeconds: secondsOf(typed.criticalClose) },
  high: { claimSeconds: secondsOf(typed.highClaim), closeSeconds: secondsOf(typed.highClose) },
  medium: { claimSeconds: secondsOf(typed.mediumClaim), closeSeconds: secondsOf(typed.mediumClose) },
  low: { claimSeconds: secondsOf(typed.lowClaim), closeSeconds: secondsOf(typed.lowClose) },
});
