/** What a frame was read as, in a line of words. */
import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import { z } from 'zod';
import { attributeLabel, attributeOrder, attributeValue } from '../../lib/formats/attribute-text.ts';
import type { CellTexts } from '../../resources/resource.ts';

type DecodedMessage = TrafficEntry['messages'][number];

const attributesSchema = z.record(z.string(), z.unknown()).catch({});

/** What decoders say; another kind of message keeps its name alone. */
const decodedSchema = z.object({
  uniqueIds: z.array(z.string()).catch([]),
  result: z.string().optional().catch(undefined),
  attributes: attributesSchema,
  position: z
    .object({
      fixTimeMs: z.number(),
      valid: z.boolean(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      speedKnots: z.number().optional(),
      course: z.number().optional(),
      attributes: attributesSchema,
    })
    .optional()
    .catch(undefined),
});

/** The parts of the line, which the view shows differently. */
export function messageLabels(message: DecodedMessage, labels: CellTexts): readonly string[] {
  const { uniqueIds, result, attributes, position } = decodedSchema.parse(message);
  const { text, formats } = labels;
  if (message.kind === 'login') return uniqueIds;
  if (message.kind === 'commandResult') return result === undefined ? [] : [result];
  if (!position) return attributeLabels(attributes, labels);
  const { latitude, longitude, speedKnots, course } = position;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  return [
    formats.dateTime(new Date(position.fixTimeMs).toISOString()),
    ...(hasPlace ? [`${formats.latitude(latitude)} ${formats.longitude(longitude)}`] : []),
    ...(position.valid ? [] : [text('traffic.noFix')]),
    ...(speedKnots === undefined ? [] : [formats.speed(speedKnots)]),
    ...(course === undefined ? [] : [formats.course(course)]),
    ...attributeLabels(position.attributes, labels),
  ];
}

function attributeLabels(
  attributes: Readonly<Record<string, unknown>>,
  labels: CellTexts,
): readonly string[] {
  return attributeOrder(Object.keys(attributes)).map(
    (key) =>
      `${attributeLabel(key, labels.text)}: ${attributeValue(key, attributes[key], labels.formats, labels)}`,
  );
}
