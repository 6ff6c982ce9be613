import { type BrowserContextOptions, expect, test as base } from '@playwright/test';
import { arrive, type Person } from './people.ts';
import { type Product, secretsTold, startProduct } from './product.ts';
import { complaintsOfPages, watchPages } from './watch-pages.ts';

/** Opens a browser profile of its own on the product. */
type Arrive = (options?: BrowserContextOptions) => Promise<Person>;

interface OfEachTest {
  /** Those who arrive leave with the test. */
  arrive: Arrive;
  /** Fails the test in which a page or a log told a secret, or a page broke its policy. */
  nothingIsTold: void;
}

interface OfEachWorker {
  /**
   * How the operator sets the product up. A file that says so has another product than the others,
   * which it may share with those that name the same object (support/environments.ts).
   */
  environment: Record<string, string>;
  /** The product, which all stories of this worker share. */
  product: Product;
  /** Those who stay from one test of a file to the next; `leave` is for `afterAll`. */
  people: { arrive: Arrive; leave: () => Promise<void> };
}

export const test = base.extend<OfEachTest, OfEachWorker>({
  environment: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ environment }, use) => {
      const product = await startProduct(environment);
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  people: [
    async ({ browser, product }, use) => {
      const here: Person[] = [];
      await use({
        async arrive(options) {
          const person = await arrive(browser, product, options);
          here.push(person);
          return person;
        },
        async leave() {
          for (const person of here.splice(0)) await person.leave();
        },
      });
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context }, use) => {
    watchPages(context);
    await use(context);
  },
  arrive: async ({ browser, product }, use) => {
    const here: Person[] = [];
    await use(async (options) => {
      const person = await arrive(browser, product, options);
      here.push(person);
      return person;
    });
    for (const person of here) await person.leave();
  },
  nothingIsTold: [
    // Playwright reads from the braces what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use();
      expect([...complaintsOfPages(), ...secretsTold()]).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
