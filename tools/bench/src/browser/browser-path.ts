/** The system's Chromium. */
export const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
