/** The report of a case as a PDF (SIN-13). */
import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';
import { fonts, newPen, printable } from '../../../platform/pdf/pdf-fonts.ts';
import { bytesOf, createSheet, pictureOf, type Sheet } from '../../../platform/pdf/sheet.ts';
import type { BaseMap } from './base-map.ts';
import { drawMap, drawPlaces, drawScale, drawTrail, type MarkedPlace } from './map-drawing.ts';
import { frameOf } from './map-frame.ts';
import { createReportLabels, type ReportLabels, type SinisterReportData } from './report-data.ts';

interface Writing {
  readonly pen: PDFKit.PDFDocument;
  readonly sheet: Sheet;
  readonly words: ReportLabels;
  readonly data: SinisterReportData;
  readonly baseMap: BaseMap;
}

/** Points. */
const mapHeight = 300;
const leastMapHeight = 170;
/** Its heading, and what is written below it. */
const roomBesideMap = 86;
const trailColour = '#d9480f';
const mostImageHeight = 320;

export async function sinisterReport(data: SinisterReportData, baseMap: BaseMap): Promise<Buffer> {
  const words = createReportLabels(data.reader);
  const title = `${words.text('sinisterReport.title')} ${data.sinister.number}`;
  const pen = newPen(title, data.reader.language, data.issuedMs);
  const written = bytesOf(pen);
  const writing: Writing = { pen, sheet: createSheet(pen, accentOf(data.brand.theme)), words, data, baseMap };
  // the occurrences flow to the end: nothing that needs half a page is left to stand alone on the last one
  for (const part of [writeHead, writeVehicle, writeOpening, writeMap, writeClosing, writeOccurrences])
    part(writing);
  if (writing.sheet.isLacking()) writing.sheet.paragraph(words.text('document.lackingLetters'));
  const issued = issuedText(writing);
  writing.sheet.foot(
    (page, pages) => `${words.text('sinisterReport.page', { page, pages })}  ·  ${title}  ·  ${issued}`,
  );
  pen.end();
  return written;
}

function issuedText({ words, data }: Writing): string {
  const date = words.date(new Date(data.issuedMs).toISOString());
  return words.text('sinisterReport.issuedAt', { date, name: data.issuedBy });
}

/** The brand's colour, as dark as a thin line on paper needs it. */
function accentOf(theme: string): string {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(theme)?.slice(1) ?? ['0d', '6a', '99'];
  const values = parts.map((part) => Number.parseInt(part, 16));
  const light = Math.max(...values);
  const share = light > mostLight ? mostLight / light : 1;
  return `#${values
    .map((value) =>
      Math.round(value * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Of the brightest of the three parts. */
const mostLight = 0x99;
/** Points. */
const logoEdge = 44;

function drawLogo({ pen, data }: Writing): void {
  const picture = data.brand.logo && pictureOf(Buffer.from(data.brand.logo));
  if (!picture) return;
  const { x, y } = pen;
  pen.image(picture.bytes, pen.page.width - pen.page.margins.right - logoEdge, pen.page.margins.top - 8, {
    fit: [logoEdge, logoEdge],
  });
  pen.x = x;
  pen.y = y;
}

function writeHead(writing: Writing): void {
  const { pen, sheet, words, data } = writing;
  const { sinister } = data;
  drawLogo(writing);
  pen
    .font(fonts.bold)
    .fontSize(18)
    .fillColor('#22262b')
    .text(printable(words.text('sinisterReport.title')));
  sheet.paragraph(issuedText(writing));
  sheet.heading(words.text('sinisterReport.case'));
  const isOpen = sinister.status === 'opened';
  sheet.values([
    [words.text('sinisterReport.number'), String(sinister.number)],
    [
      words.text('sinisterReport.status'),
      words.text(isOpen ? 'sinister.statusOpened' : 'sinister.statusClosed'),
    ],
    [words.text('sinisterReport.registeredAt'), words.date(sinister.createdAt)],
    [words.text('sinister.openedBy'), sinister.openedBy],
    [words.text('sinisterReport.closedAt'), sinister.closedAt && words.date(sinister.closedAt)],
    [words.text('sinister.closedBy'), sinister.closedBy],
  ]);
}

const phoneText = (phone: string) => (isPhone(phone) ? formatPhone(phone) : phone);

const vehicleAttributes = ['manufacturer', 'year', 'renavam', 'chassi'] as const;

function writeVehicle({ sheet, words, data: { sinister } }: Writing): void {
  const { device, customer } = sinister;
  sheet.heading(words.text('sinisterReport.vehicle'));
  sheet.values([
    [words.text('sinister.plate'), sinister.devicePlate],
    [words.text('device.vehicleModel'), sinister.deviceModel],
    [words.text('device.color'), sinister.deviceColor],
    ...vehicleAttributes.map((name) => {
      const value = device.attributes[name];
      return [words.text(`device.${name}`), value === undefined ? null : String(value)] as const;
    }),
    [words.text('sinister.device'), `${device.name} (${device.uniqueId})`],
  ]);
  sheet.heading(words.text('sinister.customer'));
  sheet.values([
    [words.text('sinister.customer'), customer?.name ?? words.text('value.missing')],
    [words.text('customer.phone'), customer?.phone && phoneText(customer.phone)],
    [words.text('sinisterReport.email'), customer?.email],
  ]);
}

function writeOpening({ sheet, words, data: { sinister }, baseMap }: Writing): void {
  sheet.heading(words.text('sinisterReport.opening'));
  sheet.values([
    [words.text('sinister.openingDate'), words.date(sinister.openingDate)],
    [words.text('sinister.openingType'), words.text(`openingType.${sinister.openingType}`)],
    [words.text('occurrence.address'), sinister.openingAddress],
    ...placeValues(words, openingPlace(sinister), baseMap),
  ]);
  sheet.paragraph(sinister.openingDescription);
}

function writeOccurrences({ sheet, words, data }: Writing): void {
  const { occurrences } = data.sinister;
  sheet.heading(`${words.text('sinisterReport.occurrences')} (${occurrences.length})`);
  if (occurrences.length === 0) sheet.paragraph(words.text('sinisterReport.noOccurrences'));
  for (const occurrence of occurrences) {
    sheet.subheading(words.text(`occurrenceCategory.${occurrence.category}`));
    sheet.values([
      [words.text('occurrence.date'), words.date(occurrence.occurrenceDate)],
      [words.text('occurrence.reportedBy'), occurrence.reportedBy],
      [words.text('occurrence.address'), occurrence.address],
    ]);
    sheet.paragraph(occurrence.description);
    writeImage(sheet, words, data, occurrence);
  }
}

function writeImage(
  sheet: Sheet,
  words: ReportLabels,
  data: SinisterReportData,
  occurrence: Occurrence,
): void {
  const image = data.images.find(({ occurrenceId }) => occurrenceId === occurrence.id);
  if (!image) return;
  const picture = pictureOf(Buffer.from(image.bytes));
  if (picture) sheet.picture(picture, mostImageHeight);
  else sheet.paragraph(words.text('sinisterReport.imageUnreadable'));
}

function writeClosing({ sheet, words, data: { sinister }, baseMap }: Writing): void {
  sheet.heading(words.text('sinister.closing'));
  if (sinister.status === 'opened' || !sinister.closingType) {
    sheet.paragraph(words.text('sinisterReport.stillOpen'));
    return;
  }
  sheet.values([
    [words.text('sinister.closingDate'), words.date(sinister.closingDate)],
    [words.text('sinister.closingType'), words.text(`closingType.${sinister.closingType}`)],
    [words.text('sinister.closingAddress'), sinister.closingAddress],
    [words.text('sinister.vehicleDamaged'), words.text(sinister.vehicleDamaged ? 'value.yes' : 'value.no')],
    ...placeValues(words, closingPlace(sinister), baseMap),
  ]);
  sheet.paragraph(sinister.closingDescription ?? '');
}

function placeValues(words: ReportLabels, place: Place | undefined, { towns }: BaseMap) {
  if (!place) return [];
  return [
    [words.text('sinisterReport.coordinates'), words.place(place)],
    [words.text('sinisterReport.nearestTown'), words.nearTown(place, towns)],
  ] as const;
}

function writeMap({ pen, sheet, words, data, baseMap }: Writing): void {
  const { sinister } = data;
  const opening = openingPlace(sinister);
  const closing = closingPlace(sinister);
  const places: MarkedPlace[] = [];
  if (opening) places.push(mark('A', words.text('sinisterReport.openingPlace'), '#c0392b', opening));
  if (closing) places.push(mark('F', words.text('sinisterReport.closingPlace'), '#1d7a46', closing));
  const { trail } = data;
  // as high as the page has room for it, so that none is left half empty
  const room = sheet.room() - roomBesideMap;
  const height = room >= leastMapHeight ? Math.min(mapHeight, room) : mapHeight;
  const size = { width: sheet.width, height };
  const frame = frameOf([...places, ...cornersOf(trail)], size.width, size.height);
  sheet.heading(words.text('sinisterReport.map'), frame && height + 10);
  if (!frame) {
    sheet.paragraph(words.text('sinisterReport.noPlace'));
    return;
  }
  sheet.drawing(height, () => {
    drawMap(pen, size, frame, baseMap);
    drawTrail(pen, frame, trail, trailColour);
    drawPlaces(pen, frame, places);
    drawScale(pen, size, frame, words.distance);
    pen.rect(0, 0, size.width, size.height).lineWidth(1).strokeColor('#8d8a83').stroke();
  });
  if (opening && closing) {
    const distance = words.distance(distanceMetres(opening, closing));
    sheet.paragraph(words.text('sinisterReport.apart', { distance }));
  }
  sheet.paragraph(words.text('sinisterReport.mapSource'));
}

/** The box that the way lies in: all that a frame needs of it. */
function cornersOf(trail: readonly number[]): readonly Place[] {
  if (trail.length === 0) return [];
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let at = 0; at + 1 < trail.length; at += 2) {
    const [longitude, latitude] = [trail[at] ?? 0, trail[at + 1] ?? 0];
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}

function mark(letter: string, label: string, colour: string, place: Place): MarkedPlace {
  return { letter, label, colour, ...place };
}

function openingPlace({ openingLatitude, openingLongitude }: Sinister): Place | undefined {
  return placeOf(openingLatitude, openingLongitude);
}

function closingPlace({ closingLatitude, closingLongitude }: Sinister): Place | undefined {
  return placeOf(closingLatitude, closingLongitude);
}

function placeOf(latitude: number | null, longitude: number | null): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
