import type { CampaignDevice, CampaignFault, CampaignText } from '@atalaia/contract/devices/campaign';
import type { TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import { trackerModels } from '@atalaia/domain/devices/tracker-models';

/** What the texts of a campaign are filled with. */
export interface CampaignFacts {
  readonly host: string;
  readonly port: number | null;
  readonly apn: string;
  readonly apnUser: string;
  readonly apnPassword: string;
  readonly texts: readonly CampaignText[];
}

/** What of a device goes into its text. */
export interface ToldDevice {
  readonly uniqueId: string;
  readonly phone: string | null;
  readonly model: string | null;
  readonly password: string | null;
  readonly disabled: boolean;
  /** The tracker itself reported here lately. */
  readonly isHere: boolean;
  /** It was sent something, and is chosen no more. */
  readonly isLeftOut: boolean;
}

/** One SMS of the GSM alphabet, and one that holds any other character. */
const longestGsm = 160;
const longestOther = 70;
// GSM 03.38 without its extensions, which count twice
const gsm = /^[\n\r !-Z_a-z@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/;
const gsmExtended = /[\^{}\\[~\]|€]/g;

/** Two numbers in one field have more digits, and would reach neither. */
const oneNumber = /^\d{8,15}$/;

const wordOf = (model: string) => model.trim().toLowerCase();

/** The SMS that a device is sent, or why it is sent none. */
export function campaignTextOf(
  facts: CampaignFacts,
  device: ToldDevice,
  ports: readonly TrackerPort[],
): Pick<CampaignDevice, 'text' | 'fault'> {
  const { model } = device;
  const found = textFor(facts.texts, model);
  const values: Readonly<Record<string, string | undefined>> = {
    host: facts.host,
    port: String(facts.port ?? portOf(model, ports) ?? '') || undefined,
    apn: facts.apn || undefined,
    // many cards have neither
    apnUser: facts.apnUser,
    apnPassword: facts.apnPassword,
    password: device.password || undefined,
    uniqueId: device.uniqueId,
  };
  const missing: CampaignFault[] = [];
  const text = found?.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name];
    if (value === undefined) missing.push(faultOf[name] ?? 'no-text');
    return value ?? whole;
  });
  return { text: text ?? null, fault: faultIn(device, text, missing) };
}

const faultOf: Readonly<Record<string, CampaignFault>> = {
  port: 'no-port',
  apn: 'no-apn',
  password: 'no-password',
};

function faultIn(
  { phone, model, disabled, isHere, isLeftOut }: ToldDevice,
  text: string | undefined,
  missing: readonly CampaignFault[],
): CampaignFault | null {
  if (isLeftOut) return 'left-out';
  if (disabled) return 'device-disabled';
  if (isHere) return 'already-here';
  if (!phone || !oneNumber.test(phone.replaceAll(/\D/g, ''))) return 'no-phone';
  if (text === undefined) return model?.trim() ? 'no-text' : 'no-model';
  return missing[0] ?? (isTooLong(text) ? 'text-too-long' : null);
}

function isTooLong(text: string): boolean {
  const plain = text.replaceAll(gsmExtended, '');
  if (!gsm.test(plain)) return text.length > longestOther;
  return plain.length + 2 * (text.length - plain.length) > longestGsm;
}

/** That of the model, else the one for all others. */
function textFor(texts: readonly CampaignText[], model: string | null): string | undefined {
  const word = wordOf(model ?? '');
  const own = texts.find(({ models }) => models.some((one) => wordOf(one) === word));
  return (own ?? texts.find(({ models }) => models.length === 0))?.text;
}

/** Where trackers of a model find this server. */
function portOf(model: string | null, ports: readonly TrackerPort[]): number | undefined {
  const word = wordOf(model ?? '');
  const protocol = trackerModels.find((one) => wordOf(one.model) === word)?.protocol;
  return ports.find((one) => one.protocol === protocol)?.port;
}
