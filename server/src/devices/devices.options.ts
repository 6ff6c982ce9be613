import { option, type Options, type ValuesOf } from '../core/config.ts';

/** `host` or `host:port`, as a URL would have it; without a port 443. */
function host(entry: string): string {
  const url = URL.canParse(`https://${entry}`) ? new URL(`https://${entry}`) : undefined;
  if (!url || /[\s/\\?#@]/.test(entry))
    throw new Error(`has ${JSON.stringify(entry)}, which is no host such as push.example.com:8443`);
  return url.host;
}

export const deviceOptions = {
  PUSH_HOSTS: option(
    'none',
    'Hosts of push services besides those of the browsers, comma-separated, each with its port unless that is 443; they alone may have a private address.',
    (value) =>
      (value ?? '')
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map(host),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof deviceOptions> {}
}
