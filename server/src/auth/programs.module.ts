import type { App } from '../core/app.ts';
import { serveCommand } from './command.routes.ts';
import { serveDevices } from './devices.routes.ts';
import type { Programs } from './programs.ts';
import { serveTokens } from './tokens.routes.ts';

export function plugInPrograms(app: App): void {
  const { config, version, webFolder, channels, limits, deliverMail } = app;
  const programs: Programs = {
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
  serveTokens(app, programs);
  serveDevices(app, programs);
  serveCommand(app, programs);
}
