/** The services of a stolen vehicle's recovery, put together. */
import { type CallOutsParts, createCallOutsService } from './modules/recovery/call-outs-service.ts';
import { createCockpitService } from './modules/recovery/cockpit-service.ts';
import { createFirstHourService } from './modules/recovery/first-hour-service.ts';
import { createPoliceLinksService } from './modules/recovery/police-links-service.ts';
import { createPoliceTextsService, type PoliceTextsParts } from './modules/recovery/police-texts-service.ts';
import { hashToken, makeToken } from './modules/sessions/session-token.ts';
import { visibleSinisters } from './modules/sinisters/visible-sinisters-queries.ts';

type RecoveryServicesParts = PoliceTextsParts &
  Omit<CallOutsParts, 'makeToken' | 'hashToken' | 'visibleSinisters'>;

export function createRecoveryServices(parts: RecoveryServicesParts) {
  const links = { ...parts, makeToken, hashToken };
  return {
    firstHour: createFirstHourService(parts),
    policeTexts: createPoliceTextsService(parts),
    policeLinks: createPoliceLinksService(links),
    callOuts: createCallOutsService({ ...links, visibleSinisters }),
    cockpit: createCockpitService(parts),
  };
}
