import type { AdminUser, Invitation, ServerState } from '@clipline/contract/schemas/owner.ts';
import { USER } from './fake-browser.ts';

export const ADMIN = { ...USER, isAdmin: true } as const;

export const person = (id: string, more: Partial<AdminUser> = {}): AdminUser => ({
  id,
  name: `Name of ${id}`,
  email: `${id}@example.com`,
  createdAt: '2026-01-02T03:04:05.000Z',
  lastSeenAt: '2026-01-03T04:00:00.000Z',
  state: 'active',
  isAdmin: false,
  plan: 'advanced',
  clips: 12,
  bytes: 3_000_000,
  twoStep: false,
  storageMb: null,
  ...more,
});

export const invitation = (id: string, more: Partial<Invitation> = {}): Invitation => ({
  id,
  url: `http://localhost/auth?mode=register#invitation=${id}`,
  email: `${id}@example.com`,
  note: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2099-01-02T03:04:05.000Z',
  state: 'open',
  usedBy: null,
  ...more,
});

export const serverState = (more: Partial<ServerState> = {}): ServerState => ({
  version: '0.2.0',
  build: 'a41c9e2',
  startedAt: '2026-01-02T03:04:05.000Z',
  node: '26.1.0',
  store: 'sqlite',
  storeBytes: 84_000_000,
  files: 'disk',
  fileBytes: 12_400_000_000,
  freeBytes: 71_000_000_000,
  users: 8,
  clips: 2167,
  rooms: 14,
  mail: 'smtp',
  redis: null,
  lastBackupAt: null,
  registration: 'open',
  registrationFixed: false,
  secondStep: 'optional',
  secondStepFrom: null,
  ...more,
});
