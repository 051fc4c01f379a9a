import {
  type ComputedAttributeInput,
  type ComputedValue,
  computedValueSchema,
} from '@atalaia/contract/computed-attribute';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** What the attribute would be on the device's last position; null where a value it needs is missing. Throws ApiError. */
export async function tryExpression(
  api: ApiClient,
  deviceId: number,
  input: ComputedAttributeInput,
): Promise<ComputedValue | null> {
  const bytes = await api.bytes({
    method: 'POST',
    path: 'attributes/computed/test',
    query: { deviceId },
    json: input,
  });
  if (bytes.byteLength === 0) return null;
  return computedValueSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
