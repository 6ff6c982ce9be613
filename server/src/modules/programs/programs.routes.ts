import type { Serving } from '../../platform/http/serve.ts';
import { serveCommand } from './command.routes.ts';
import { serveDevices } from './devices.routes.ts';
import type { Programs } from './programs.ts';
import { serveTexts } from './texts.routes.ts';
import { serveTokens } from './tokens.routes.ts';

export function servePrograms(serving: Serving, programs: Programs): void {
  serveTokens(serving, programs);
  serveDevices(serving, programs);
  serveTexts(serving, programs);
  serveCommand(serving, programs);
}
