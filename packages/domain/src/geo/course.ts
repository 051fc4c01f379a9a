/** The eight directions by 45°, clockwise from north, the same letters in both languages (UNIT-02). */
export const courseNames = Object.freeze(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const);

export type CourseName = (typeof courseNames)[number];

/** Any real number of degrees brought to 0 ≤ course < 360. Not finite gives 0. */
export function normaliseCourse(courseDegrees: number): number {
  if (!Number.isFinite(courseDegrees)) return 0;
  const turned = courseDegrees % 360;
  // A tiny negative number plus 360 rounds to 360 itself.
  const positive = turned < 0 ? turned + 360 : turned;
  return positive === 360 ? 0 : Math.abs(positive);
}

/** The nearest of the eight directions for a course in degrees; each reaches 22.5° to both sides. Not finite: `N`. */
export function courseName(courseDegrees: number): CourseName {
  return courseNames[Math.round(normaliseCourse(courseDegrees) / 45) % 8] ?? 'N';
}
