/** The services of a stolen vehicle's recovery, put together. */
import { createFirstHourService } from './modules/recovery/first-hour-service.ts';
import { createPoliceTextsService, type PoliceTextsParts } from './modules/recovery/police-texts-service.ts';

export function createRecoveryServices(parts: PoliceTextsParts) {
  return {
    firstHour: createFirstHourService(parts),
    policeTexts: createPoliceTextsService(parts),
  };
}
