import { ConfigError } from './core/config.ts';
import { DataDirectoryTaken } from './core/db/open.ts';
import { StoreUnusable } from './core/db/store-health.ts';

/**
 * Why there is no start, in one line that the operator can act on; undefined for a defect of ours,
 * which needs its stack.
 */
export function plainReason(error: unknown, env: NodeJS.ProcessEnv): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirectoryTaken) return error.message;
  if (error instanceof StoreUnusable)
    return `${env['DATABASE_URL'] ? 'DATABASE_URL' : 'DATA_DIR'}: ${error.message}`;
  const { code, syscall, address, port, message } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'ERR_SQLITE_ERROR') return `DATA_DIR: the store cannot be opened: ${message}`;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${address} is already in use. Stop the other program, or set PORT to another number.`,
    EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
  };
  return (
    reasons[code ?? ''] ??
    `HOST cannot be listened on: ${code}. Set HOST to an address of this machine, such as 0.0.0.0.`
  );
}
