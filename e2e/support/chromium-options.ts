/** How every test of this repository starts its browser. */
export const chromiumOptions = {
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Without these, Chromium's own services look for hosts that a test machine does not reach.
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
