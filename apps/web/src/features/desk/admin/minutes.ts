/** Deadlines are seconds on the server and minutes in a form, to a hundredth: every whole second comes back as it was. */
const minuteSeconds = 60;

export const minutesOf = (seconds: number): string =>
  String(Math.round((seconds / minuteSeconds) * 100) / 100);

export const secondsOf = (minutes: string): number => Math.round(Number(minutes) * minuteSeconds);
