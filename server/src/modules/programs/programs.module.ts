import type { Platform } from '../../platform/platform.ts';
import { servePrograms } from './programs.routes.ts';
import type { Programs } from './programs.ts';

export function plugInPrograms(
  { config, version, webFolder, serving, channels, limits }: Platform,
  neighbours: Pick<Programs, 'files' | 'planOf'>,
): void {
  servePrograms(serving, {
    ...neighbours,
    limits,
    limitsWaiting: config.RATE_LIMITS === 'on',
    channels,
    secret: config.APP_SECRET,
    webFolder,
    version,
    publicUrl: config.PUBLIC_URL,
  });
}
