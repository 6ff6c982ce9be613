import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { printable } from '../printable.ts';

export interface OwnOrigins {
  readonly PUBLIC_URL: string;
  readonly CORS_ORIGINS: readonly string[];
}

/** Endings that no one can register, so that no stranger's name server resolves them. */
const PRIVATE_ENDING = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/;

/** A Host as an address, undefined for what is none. */
export const urlOfHost = (host: string | undefined): URL | undefined =>
  host !== undefined && /^[\w.:[\]-]+$/.test(host) ? parse(`http://${host}`) : undefined;

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);
const isAddress = (hostname: string) => ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));

/**
 * Any name but an address, one without a dot, a private one or that of PUBLIC_URL may be a
 * stranger's that points here (DNS rebinding), whose pages then pass for ours.
 */
export function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  const url = urlOfHost(host);
  if (!url) return false;
  const name = url.hostname.replace(/\.$/, '');
  return (
    isAddress(name) ||
    !name.includes('.') ||
    PRIVATE_ENDING.test(name) ||
    name === new URL(publicUrl).hostname
  );
}

const RESERVED_ENDING = /\.(test|example|invalid)$/;

export function isPublicUrl(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'unicast';
  return name.includes('.') && !PRIVATE_ENDING.test(name) && !RESERVED_ENDING.test(name);
}

/**
 * A page of PUBLIC_URL, of this host within the local network, or of CORS_ORIGINS. Callers without
 * an Origin are no web pages and have no cookies.
 */
export function isTrustedOrigin(
  origin: string | undefined,
  host: string | undefined,
  own: OwnOrigins,
): boolean {
  if (origin === undefined || origin === own.PUBLIC_URL || own.CORS_ORIGINS.includes(origin))
    return true;
  if (!isOwnHost(host, own.PUBLIC_URL)) return false;
  // Behind a proxy that ends TLS the page's scheme differs from ours.
  return ['http', 'https'].some((scheme) => parse(`${scheme}://${host}`)?.origin === origin);
}

export function isFromElsewhere(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  own: OwnOrigins,
): boolean {
  if (origin !== undefined) return !isTrustedOrigin(origin, host, own);
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

const MAX_TOLD = 100;

/** Once for each origin: it may be where the operator's people come from. */
export function tellRefused(
  { PUBLIC_URL }: Pick<OwnOrigins, 'PUBLIC_URL'>,
  warn: (line: string) => void,
): (origin: string | undefined) => void {
  const told = new Set<string>();
  return (origin) => {
    if (origin === undefined || told.has(origin) || told.size >= MAX_TOLD) return;
    told.add(origin);
    warn(`Origin ${printable(origin.slice(0, 200))} refused, PUBLIC_URL is ${PUBLIC_URL}`);
  };
}

/**
 * Whether a call may rest on a cookie or on its position in the network. A page that only reads
 * says no Origin: then the Host tells whether it is ours.
 */
export const isOwnCall = (headers: IncomingHttpHeaders, own: OwnOrigins): boolean =>
  !isFromElsewhere(headers, own) &&
  (headers.origin !== undefined || isOwnHost(headers.host, own.PUBLIC_URL));
