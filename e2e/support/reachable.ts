import type { Page } from 'playwright';
import type { Product } from './product.ts';

/** Stories run on localhost, which no phone reaches: the page hears of an address that one would. */
export const tellAddress = (page: Page, product: Pick<Product, 'url'>): Promise<unknown> =>
  page.route('**/api/features', async (route) => {
    const response = await route.fetch();
    const features = (await response.json()) as object;
    await route.fulfill({ response, json: { ...features, origins: [reachedAt(product)] } });
  });

export const reachedAt = ({ url }: Pick<Product, 'url'>): string =>
  url.replace('localhost', '127.0.0.1');
