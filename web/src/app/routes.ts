import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { notFound, type PageRow, pages } from '../pages.ts';
import { lazyPage, type LazyPage } from '../ui/lazy.tsx';

const modules = import.meta.glob<{ default: ComponentType }>('/src/{app,features}/**/*-page.tsx');

export interface PageRoute extends PageRow {
  readonly Page: LazyPage;
}

function withModule(row: PageRow): PageRoute {
  const load = modules[`/src/${row.file}`];
  if (!load) throw new Error(`src/pages.ts names ${row.file}, which is no *-page.tsx`);
  return { ...row, Page: lazyPage(load, { within: row.framed }) };
}

export const routes: readonly PageRoute[] = pages.map(withModule);
export const notFoundRoute: PageRoute = withModule(notFound);

export function routeAt(address: string): PageRoute {
  const pathname = address.replace(/[?#].*/, '');
  return routes.find(({ path }) => matchPath(path, pathname)) ?? notFoundRoute;
}

export function preloadPage(address: string): void {
  // Following the link tells of it.
  routeAt(address).Page.preload();
}

export function preloadEntries(): void {
  for (const { path, entry, under } of pages) if (entry || under) preloadPage(path);
}

export const entries = pages.flatMap(({ path, entry }) =>
  entry ? [{ ...entry, to: path, short: entry.short ?? entry.label }] : [],
);

export const isEntry = (address: string): boolean => routeAt(address).entry !== undefined;

export function currentEntry(address: string): string | undefined {
  const { path, entry, under } = routeAt(address);
  return entry ? path : under;
}
