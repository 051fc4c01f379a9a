import type { Category } from '@atalaia/domain/catalog/categories';
import { createRandom, type Random } from '../random.ts';
import { type CityFile, cityFiles, readCityData } from '../road/load-cities.ts';
import type { RoadData } from '../road/road.ts';
import type { Dialect } from '../tracker/create-tracker.ts';
import type { MachineKind } from '../vehicle/machine.ts';
import { iccidOf, imeiOf, mercosulPlate, mobileOf, renavamOf, vehicleIdentification } from './identifiers.ts';
import { colours, driverNames, type Model, models, privateModels, type Trade } from './models.ts';

/** A vehicle of the demonstration: what is registered of it, and where it drives. */
export interface FleetVehicle {
  /** `QRS4B17 · Volvo FH 540` */
  readonly name: string;
  readonly plate: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly year: number;
  readonly colour: string;
  readonly category: Category;
  readonly trade: Trade;
  readonly fuelType: string;
  readonly renavam: string;
  readonly chassis: string;
  readonly driverName: string;
  /** Number of the driver's key; `driverIdOf` says what the product calls it. */
  readonly driverKey: number;
  readonly phone: string;
  readonly iccid: string;
  readonly uniqueId: string;
  readonly dialect: Dialect;
  readonly trackerModel: string;
  readonly city: CityFile;
  /** Index in the city's roads. */
  readonly road: number;
  /** Where on the road it starts, 0 to 1, and whither. */
  readonly start: number;
  readonly forward: boolean;
  /** The device's own speed limit. */
  readonly speedLimitKph: number;
  readonly kind: MachineKind;
}

/** Private vehicles close the fleet: few enough that their owner's home is that of a client. */
const privateVehicles = 3;

interface TrackerKind {
  readonly dialect: Dialect;
  readonly model: string;
  uniqueId(serial: number): string;
}

/** By how common they are in Brazil: the first is the most used. */
const trackerKinds: readonly TrackerKind[] = [
  { dialect: 'gt06', model: 'Concox X3', uniqueId: (serial) => imeiOf('86382907', serial) },
  {
    dialect: 'suntech',
    model: 'Suntech ST310U',
    uniqueId: (serial) => `907${String(serial).padStart(6, '0')}`,
  },
  { dialect: 'teltonika', model: 'Teltonika FMB920', uniqueId: (serial) => imeiOf('35249307', serial) },
  { dialect: 'gt06', model: 'Jimi VL103', uniqueId: (serial) => imeiOf('86978305', serial) },
  {
    dialect: 'suntech-universal',
    model: 'Suntech ST4315',
    uniqueId: (serial) => `0907${String(serial).padStart(6, '0')}`,
  },
  {
    dialect: 'teltonika-extended',
    model: 'Teltonika FMC130',
    uniqueId: (serial) => imeiOf('86634305', serial),
  },
  { dialect: 'gt06', model: 'Concox GT06N', uniqueId: (serial) => imeiOf('35985710', serial) },
  { dialect: 'meitrack', model: 'Meitrack T366G', uniqueId: (serial) => imeiOf('86383502', serial) },
  { dialect: 'jt808', model: 'Jimi JC371', uniqueId: (serial) => `0419${String(serial).padStart(8, '0')}` },
  { dialect: 'meiligao', model: 'Meitrack VT310', uniqueId: (serial) => imeiOf('35477804', serial) },
  { dialect: 'calamp', model: 'CalAmp LMU-2630', uniqueId: (serial) => imeiOf('35302207', serial) },
  { dialect: 'totem', model: 'Totem AT09', uniqueId: (serial) => imeiOf('86746903', serial) },
  { dialect: 'gl200', model: 'Queclink GV300W', uniqueId: (serial) => imeiOf('86745903', serial) },
  { dialect: 'gps103', model: 'Coban TK303G', uniqueId: (serial) => imeiOf('86486802', serial) },
  {
    dialect: 'h02',
    model: 'SinoTrack ST-901',
    uniqueId: (serial) => `9171${String(serial).padStart(6, '0')}`,
  },
  { dialect: 'tk103', model: 'TK103B', uniqueId: (serial) => `027${String(serial).padStart(9, '0')}` },
  { dialect: 'xexun', model: 'Xexun TK103-2', uniqueId: (serial) => imeiOf('01322600', serial) },
  { dialect: 'easytrack', model: 'BWS E3+', uniqueId: (serial) => imeiOf('35815510', serial) },
  { dialect: 'mxt', model: 'Maxtrack MXT-140', uniqueId: (serial) => `5${String(serial).padStart(6, '0')}` },
  { dialect: 'osmand', model: 'Aplicativo', uniqueId: (serial) => imeiOf('35693808', serial) },
];

const areaCodes: Readonly<Record<CityFile, string>> = {
  'sao-paulo': '11',
  'rio-de-janeiro': '21',
  curitiba: '41',
  contagem: '31',
  florianopolis: '48',
};

const firstDriverKey = 0x1a2b3c01;

/** Limit that a device is given above its road's, so that careful driving is never reported as speeding. */
const speedMarginKph = 12;

function modelOf(index: number, count: number): Model {
  const fromEnd = count - index;
  const list = fromEnd <= privateVehicles && count > 2 * privateVehicles ? privateModels : models;
  const model = list[(list === models ? index : fromEnd - 1) % list.length];
  if (model === undefined) throw new Error('no models');
  return model;
}

/** Share of a road between two vehicles that start on it one after the other: the golden section never crowds. */
const startSpacing = 0.618;

type CityRoads = Readonly<Record<CityFile, readonly RoadData[]>>;

/** Every road of a city in turn, before any is driven by two. */
function placeOn(index: number, cities: CityRoads, random: Random) {
  const city = cityFiles[index % cityFiles.length] ?? 'sao-paulo';
  const roads = cities[city];
  const turn = Math.floor(index / cityFiles.length);
  const road = turn % roads.length;
  const first = createRandom('road', city, road).next();
  const along = (first + Math.floor(turn / roads.length) * startSpacing) % 1;
  const speedLimitKph = (roads[road]?.speedLimitKph ?? 50) + speedMarginKph;
  return { city, road, start: 0.05 + along * 0.9, forward: random.chance(0.5), speedLimitKph };
}

function vehicleOf(index: number, count: number, cities: CityRoads, taken: Set<string>): FleetVehicle {
  const random = createRandom('fleet', index);
  const { kind, ...model } = modelOf(index, count);
  let plate = mercosulPlate(random);
  while (taken.has(plate)) plate = mercosulPlate(random);
  taken.add(plate);
  const tracker = trackerKinds[index % trackerKinds.length] as TrackerKind;
  const place = placeOn(index, cities, random);
  return {
    ...place,
    name: `${plate} · ${model.manufacturer} ${model.name}`,
    plate,
    manufacturer: model.manufacturer,
    model: model.name,
    category: model.category,
    trade: model.trade,
    fuelType: model.fuelType,
    kind,
    year: random.whole(2014, 2026),
    colour: random.pick(colours),
    renavam: renavamOf(random),
    chassis: vehicleIdentification(random),
    driverName: driverNames[index % driverNames.length] ?? '',
    driverKey: firstDriverKey + (index % driverNames.length),
    phone: mobileOf(areaCodes[place.city], random),
    iccid: iccidOf(random),
    uniqueId: tracker.uniqueId(100_000 + index),
    dialect: tracker.dialect,
    trackerModel: tracker.model,
  };
}

/** A fleet of so many vehicles; the same number gives the same fleet. */
export function makeFleet(count: number): readonly FleetVehicle[] {
  const taken = new Set<string>();
  const read = cityFiles.map((city) => [city, readCityData(city).roads] as const);
  const cities = Object.fromEntries(read) as CityRoads;
  return Array.from({ length: count }, (_, index) => vehicleOf(index, count, cities, taken));
}
