/** What a vehicle is called in a list: its name, with the plate where the name does not say it already. */
export function vehicleText(name: string | null, plate: string | null | undefined): string {
  return [name, plate && !name?.includes(plate) && plate].filter(Boolean).join(' · ');
}
