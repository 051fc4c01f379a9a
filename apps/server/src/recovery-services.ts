/** The services of a stolen vehicle's recovery, put together. */
import { type CallOutLinksParts, createCallOutLinks } from './modules/recovery/call-out-links-service.ts';
import { createCallOutsService } from './modules/recovery/call-outs-service.ts';
import { type CalledOutParts, createCalledOutService } from './modules/recovery/called-out-service.ts';
import { createCockpitService } from './modules/recovery/cockpit-service.ts';
import { createFirstHourService } from './modules/recovery/first-hour-service.ts';
import { createPoliceLinksService } from './modules/recovery/police-links-service.ts';
import { createPoliceTextsService } from './modules/recovery/police-texts-service.ts';
import { createLinkGuesses } from './modules/sessions/link-guesses-service.ts';
import { hashToken, makeToken } from './modules/sessions/session-token.ts';
import { visibleSinisters } from './modules/sinisters/sinisters-queries.ts';

type RecoveryServicesParts = Omit<CallOutLinksParts & CalledOutParts, 'makeToken' | 'hashToken' | 'guesses'>;

export function createRecoveryServices(parts: RecoveryServicesParts) {
  const links = { ...parts, makeToken, hashToken, guesses: createLinkGuesses(parts.kysely) };
  const callOutLinks = createCallOutLinks(links);
  return {
    firstHour: createFirstHourService(parts),
    policeTexts: createPoliceTextsService(parts),
    policeLinks: createPoliceLinksService(links),
    callOuts: createCallOutsService({ ...links, visibleSinisters, textOf: callOutLinks.textOf }),
    callOutLinks,
    calledOut: createCalledOutService(links),
    cockpit: createCockpitService(parts),
  };
}
