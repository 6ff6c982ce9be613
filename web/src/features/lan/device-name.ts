import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/lan.ts';
import { storage } from '../../lib/storage.ts';

const KEY = 'lan-device-name';

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows PC'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux PC'],
];
/** The first that matches: most browsers claim to be several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** 'Chrome on Linux PC': what somebody in the same room would call it. */
export function nameFromAgent(agent: string): string {
  const of = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = of(BROWSERS);
  const system = of(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return system ?? browser ?? 'A device';
}

export const deviceName = (): string => storage.get(KEY) ?? nameFromAgent(navigator.userAgent);

/** A blank name is none: the usual one comes back. */
export function keepDeviceName(name: string): string {
  const chosen = name.trim().slice(0, MAX_DEVICE_NAME_LENGTH);
  if (chosen === '') storage.remove(KEY);
  else storage.set(KEY, chosen);
  return deviceName();
}
