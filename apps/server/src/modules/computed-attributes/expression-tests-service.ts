import type { ComputedAttributeInput, ComputedValue } from '@atalaia/contract/rules/computed-attribute';
import { typedResult } from '@atalaia/domain/expressions/computed-attribute';
import {
  type ReportedPosition,
  type VariableDevice,
  variablePosition,
} from '@atalaia/domain/expressions/expression-variables';
import { notFound } from '../../errors/app-error.ts';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { PositionsService } from '../positions/positions-service.ts';
import { readableExpression, refusedExpression, typeOf } from './computed-attributes-resource.ts';

export interface ExpressionTestsService {
  /**
   * What an attribute would be on the device's last position, which stands for the one before too; undefined when a value
   * it needs is missing. Throws `not-found` for a device that is not seen or has no position, `invalid-expression`
   * where it cannot be read or gives another type.
   */
  test(
    caller: Caller,
    deviceId: number,
    attribute: ComputedAttributeInput,
  ): Promise<ComputedValue | undefined>;
}

export function createExpressionTestsService({
  positions,
  describeDevices,
}: {
  readonly positions: PositionsService;
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
}): ExpressionTestsService {
  async function lastPosition(caller: Caller, deviceId: number): Promise<ReportedPosition> {
    const pieces: string[] = [];
    for await (const piece of positions.list(caller, { deviceId: [`${deviceId}`] })) pieces.push(piece);
    if (pieces.join('') === '') throw notFound('position of device', deviceId);
    return JSON.parse(pieces.join('')) as ReportedPosition;
  }

  return {
    async test(caller, deviceId, { expression, type: written }) {
      const type = typeOf(written);
      const compiled = readableExpression(expression);
      const position = variablePosition(await lastPosition(caller, deviceId));
      const [described] = await describeDevices([deviceId]);
      const device = described && (JSON.parse(described.json) as VariableDevice);
      const result = typedResult(type, compiled.evaluate({ position, last: position, device }));
      if (result === null) throw refusedExpression(`gives no ${type}`);
      return result;
    },
  };
}
