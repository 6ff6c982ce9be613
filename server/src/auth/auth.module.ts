import type { App } from '../core/app.ts';
import { authJobs } from './auth.jobs.ts';
import { serveAuth } from './auth.routes.ts';
import { serveCommand } from './command.routes.ts';
import { servePrograms } from './programs.routes.ts';

export function plugInAuth(app: App): void {
  serveAuth(app);
  servePrograms(app);
  serveCommand(app);
  app.jobs.push(...authJobs(app));
}
