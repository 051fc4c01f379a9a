/** The words of a theft, robbery or accident case. Labels are in `phrases`. */

export const openingTypes = Object.freeze([
  'robbery',
  'theft',
  'misappropriation',
  'accident',
  'other',
] as const);

export type OpeningType = (typeof openingTypes)[number];

export const closingTypes = Object.freeze(['vehicleFound', 'vehicleNotFound', 'falsePositive'] as const);

export type ClosingType = (typeof closingTypes)[number];

export const occurrenceCategories = Object.freeze([
  'attemptToTriggerPromptResponse',
  'promptResponseActivated',
  'limitExceededInSearchConditions',
  'policeArriveAtTheScene',
  'registerThePoliceReport',
  'requestedVehicleForVehicleRecovery',
  'supportOnTheWay',
  'supportArrivesOnSite',
  'supportDoesOnSitePreservation',
  'supportStartsPatrolling',
  'uninstalledEquipmentFound',
] as const);

export type OccurrenceCategory = (typeof occurrenceCategories)[number];
