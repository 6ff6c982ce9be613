/**
 * The service worker is there, keeps all of the app, and from now on is asked by this page for what
 * it loads: a page whose connection goes still finds every part. Also in the Firefox of Puppeteer,
 * and on a page that loads anew meanwhile, as it does where a part of it was missed.
 */
export const workerIn = async (page: {
  waitForFunction(work: () => boolean): Promise<unknown>;
}): Promise<void> =>
  void (await page.waitForFunction(() => navigator.serviceWorker.controller !== null));
