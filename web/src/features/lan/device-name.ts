import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { storage } from '../../lib/storage.ts';
import { m } from '../../paraglide/messages.js';

const KEY = 'lan-device-name';

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, m.lan_android_phone()],
  [/Android/, m.lan_android_tablet()],
  [/CrOS/, 'Chromebook'],
  [/Windows/, m.lan_windows_pc()],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, m.lan_linux_pc()],
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

/**
 * 'Chrome on Linux PC': what people beside it would call it, in the language of its user; others
 * see it so, too.
 */
export function nameFromAgent(agent: string): string {
  const of = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = of(BROWSERS);
  const system = of(SYSTEMS);
  if (browser && system) return m.lan_name_of_browser({ browser, system });
  return system ?? browser ?? m.lan_name_unknown();
}

export const deviceName = (): string => storage.get(KEY) ?? nameFromAgent(navigator.userAgent);

/** A blank name is none: the usual one comes back. */
export function keepDeviceName(name: string): string {
  const chosen = name.trim().slice(0, MAX_DEVICE_NAME_LENGTH);
  if (chosen === '') storage.remove(KEY);
  else storage.set(KEY, chosen);
  return deviceName();
}
