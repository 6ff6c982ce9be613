import { billingOptions } from './billing/billing.options.ts';
import { deviceOptions } from './devices/devices.options.ts';
import { fileOptions } from './files/files.options.ts';
import { lanOptions } from './lan/lan.options.ts';
import { ownerOptions } from './owner/owner.options.ts';
import { trashOptions } from './trash/trash.options.ts';
import { type Config, platformOptions, readConfig } from './core/config.ts';

export const options = {
  ...platformOptions,
  ...lanOptions,
  ...fileOptions,
  ...trashOptions,
  ...billingOptions,
  ...ownerOptions,
  ...deviceOptions,
};

export const loadConfig = (environment: Record<string, string | undefined>): Config =>
  readConfig(options, environment);
