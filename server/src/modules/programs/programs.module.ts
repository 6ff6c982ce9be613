import type { Platform } from '../../platform/platform.ts';
import { serveCommand } from './command.routes.ts';
import { serveDevices } from './devices.routes.ts';
import type { Programs } from './programs.ts';
import { serveTexts } from './texts.routes.ts';
import { serveTokens } from './tokens.routes.ts';

export function plugInPrograms(
  { config, version, webFolder, serving, channels, limits, deliverMail }: Platform,
  neighbours: Pick<Programs, 'files' | 'planOf' | 'news'>,
): void {
  const programs: Programs = {
    ...neighbours,
    limits,
    limitsWaiting: config.RATE_LIMITS === 'on',
    channels,
    deliverMail,
    own: config,
    secret: config.APP_SECRET,
    webFolder,
    version,
    publicUrl: config.PUBLIC_URL,
  };
  serveTokens(serving, programs);
  serveDevices(serving, programs);
  serveTexts(serving, programs);
  serveCommand(serving, programs);
}
