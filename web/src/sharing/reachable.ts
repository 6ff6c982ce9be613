import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { call } from '../lib/api.ts';
import { isThisComputerOnly } from '../lib/browser.ts';
import { readFeatures } from '../lib/features.ts';

/** The address that a person chose, for every link until the page is left. */
const chosen = createStore<string | null>(() => null);

/** PUBLIC_URL, where it is set: a page is told localhost otherwise. */
function publicOrigin(): string | undefined {
  const url = document.body.dataset['publicUrl'];
  return url !== undefined && !isThisComputerOnly(url) ? url : undefined;
}

/** Where others open what stands here: PUBLIC_URL, else this page's address, else what is known. */
function originsWith(known: readonly string[]): readonly string[] {
  const set = publicOrigin();
  if (set !== undefined) return [set];
  const here = isThisComputerOnly(location.origin) ? [] : [location.origin];
  return [...new Set([...here, ...known])];
}

function atOrigin(origin: string | undefined, link: string): string {
  const { pathname, search, hash } = new URL(link, location.origin);
  return (origin ?? location.origin) + pathname + search + hash;
}

/** A link as others can open it, and the addresses that it could begin with as well. */
export function useReachable(link: string) {
  const { data, isPending } = useQuery({
    ...readFeatures,
    staleTime: 10_000,
    enabled: publicOrigin() === undefined,
  });
  const preferred = useStore(chosen);
  const origins = originsWith(data?.origins ?? []);
  const origin = origins.find((each) => each === preferred) ?? origins[0];
  return {
    link: atOrigin(origin, link),
    others: origins.filter((each) => each !== origin),
    choose: (each: string) => chosen.setState(each, true),
    asking: origin === undefined && isPending,
    /** Nobody else can open it. */
    onlyHere: origin === undefined && !isPending,
    /** It is this machine's for now. */
    isLent: publicOrigin() === undefined && origin?.startsWith('http:') === true,
  };
}

/** For what is copied without being shown. */
export async function reachable(link: string): Promise<string> {
  const [own] = originsWith([]);
  if (own !== undefined && chosen.getState() === null) return atOrigin(own, link);
  const features = await call('GET /features').catch(() => null);
  const origins = originsWith(features?.origins ?? []);
  return atOrigin(origins.find((each) => each === chosen.getState()) ?? origins[0], link);
}
