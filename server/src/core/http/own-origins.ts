import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../config.ts';
import { isLoopbackUrl, parseAddress } from './address.ts';
import { urlOfHost } from './origins.ts';

/** Whoever carries the laptop elsewhere has other addresses; they count within ten seconds. */
const READ_AGAIN_MS = 5000;

/** Bridges of containers: nobody but these comes by them. */
const BRIDGE = /^(docker|br-|veth|virbr|podman|cni)/;
const PRIVATE = new Set(['private', 'carrierGradeNat', 'uniqueLocal']);
const HOST_NAME = /^(?!localhost$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

export interface Machine {
  readonly interfaces: typeof networkInterfaces;
  readonly name: () => string;
  /** What it has for addresses leads nowhere from outside. */
  readonly isContainer: boolean;
}

export const thisMachine = (): Machine => ({
  interfaces: networkInterfaces,
  name: hostname,
  isContainer: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
});

const privateAddress = (text: string) => {
  const address = parseAddress(text.replace(/^\[|\]$/g, ''));
  return address && PRIVATE.has(address.range()) ? address : undefined;
};

const originAt = (name: string, port: number): string => new URL(`http://${name}:${port}`).origin;

/** Where others reach a server that listens on `host`: IPv4 first, the machine's name last. */
export function reachedAt(host: string, port: number, machine: Machine): string[] {
  if (machine.isContainer) return [];
  const isWild = host === '0.0.0.0' || host === '::';
  const only = privateAddress(host)?.toString();
  const addresses = Object.entries(machine.interfaces())
    .filter(([name]) => !BRIDGE.test(name))
    .flatMap(([, each = []]) => each.flatMap(({ address }) => privateAddress(address) ?? []))
    .filter((each) =>
      isWild ? host === '::' || each.kind() === 'ipv4' : each.toString() === only,
    );
  const ofKind = (kind: string) => addresses.filter((each) => each.kind() === kind).map(String);
  const names = [...ofKind('ipv4'), ...ofKind('ipv6').map((each) => `[${each}]`)];
  const [label = ''] = machine.name().toLowerCase().split('.', 1);
  if (isWild && names.length > 0 && HOST_NAME.test(label)) names.push(`${label}.local`);
  return [...new Set(names)].map((name) => originAt(name, port));
}

/** What addresses begin with: PUBLIC_URL, else what the machine and a call's own Host tell. */
export interface Origins {
  /** Where others reach this server; none where PUBLIC_URL says it. */
  readonly reached: () => readonly string[];
  /** Of this machine itself, unless the server listens elsewhere. */
  readonly home: () => string;
  /** For what is given away: never a loopback address while there is another. */
  readonly given: (host?: string) => string;
  /** For what leads back to where the call came from. */
  readonly asked: (host: string | undefined) => string;
  /** What passkeys and single sign-on are bound to, whatever a call says. */
  readonly bound: () => string;
  /** Whether what is bound to one origin works for a page at this one. */
  readonly isHome: (host: string | undefined) => boolean;
}

export function createOrigins(
  { PUBLIC_URL, hasPublicUrl, HOST }: Pick<Config, 'PUBLIC_URL' | 'hasPublicUrl' | 'HOST'>,
  portOf: () => number,
  machine: Machine = thisMachine(),
): Origins {
  let kept: { readonly at: number; readonly origins: readonly string[] } | undefined;
  const reached = () => {
    if (hasPublicUrl) return [];
    if (!kept || performance.now() - kept.at > READ_AGAIN_MS)
      kept = { at: performance.now(), origins: reachedAt(HOST, portOf(), machine) };
    return kept.origins;
  };
  const local = () => originAt('localhost', portOf());
  const given = (host?: string) => {
    if (hasPublicUrl) return PUBLIC_URL;
    const named = urlOfHost(host);
    const isOurs =
      named && (privateAddress(named.hostname) !== undefined || reached().includes(named.origin));
    return isOurs ? named.origin : (reached().at(0) ?? local());
  };
  return {
    reached,
    given,
    home: () => (hasPublicUrl || privateAddress(HOST) ? given() : local()),
    asked: (host) => {
      const named = urlOfHost(host);
      return !hasPublicUrl && named && isLoopbackUrl(named.origin) ? named.origin : given(host);
    },
    bound: () => (hasPublicUrl ? PUBLIC_URL : local()),
    isHome: (host) => hasPublicUrl || urlOfHost(host)?.origin === local(),
  };
}
