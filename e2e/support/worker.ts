/**
 * The service worker is there, keeps all of the app, and from now on is asked by this page for what
 * it loads: a page whose connection goes still finds every part. Also in the Firefox of Puppeteer.
 */
export const workerIn = (page: {
  evaluate(work: () => Promise<void>): Promise<void>;
}): Promise<void> =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller) return;
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
