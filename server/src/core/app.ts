import type { IncomingMessage } from 'node:http';
import type { ClientEvent } from '@clipline/contract/schemas/event.ts';
import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Store } from './db/open.ts';
import type { Migrations } from './db/migrate.ts';
import type { Identify, IdentifySession } from './http/current-user.ts';
import type { RateLimits } from './http/limits.ts';
import type { Origins } from './http/own-origins.ts';
import type { SessionCalls } from './http/guard.ts';
import type { PageWriters } from './http/pages.ts';
import type { Job } from './jobs.ts';
import type { Channels, Connection } from './live/channels.ts';
import type { Nodes } from './live/nodes.ts';
import type { Presence } from './live/presence.ts';
import type { Tell } from './live/tell.ts';
import type { MailDelivery } from './mail/delivery.ts';
import type { Metrics } from './metrics.ts';
import type { RedisLink } from './redis.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { S3Storage } from './storage/s3.ts';

export interface Asking {
  readonly userId: string | null;
  /** Others send it to this user. */
  readonly isSent?: boolean;
}

export interface RequireSpace {
  /**
   * Throws STORAGE_FULL; what it lets in counts from now on. Returns what must be called once it is
   * stored, or never will be: until then it counts beside what the store has.
   */
  (caller: Asking, bytes: number): Promise<() => void>;
  /** What it knows of this storage is out of date: something large has gone. */
  lookAgain(userId: string | null): void;
}

export interface Resources {
  readonly config: Config;
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly migrations: Migrations;
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly s3: S3Storage | undefined;
  readonly redis: RedisLink | undefined;
  readonly nodes: Nodes | undefined;
  readonly metrics: Metrics | undefined;
  readonly limits: RateLimits;
  /** Of this node alone, for what costs less than to ask Redis about it. */
  readonly nodeLimits: RateLimits;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly origins: Origins;
  readonly diskSpace: () => Promise<{ readonly free: number; readonly total: number }>;
  readonly webFolder: string;
}

export interface Core extends Resources {
  readonly version: string;
  readonly identify: Identify;
  readonly identifySession: IdentifySession;
  readonly requireSpace: RequireSpace;
  readonly sessionCalls: SessionCalls;
  readonly limitCalls: (address: string) => Promise<void>;
  readonly limitProgram: (tokenId: string) => Promise<void>;
  /** Counts further calls of an address, for one that was long. Never throws TOO_MANY_REQUESTS. */
  readonly countCalls: (address: string, calls: number) => Promise<unknown>;
  /** Tests compare each answer with the contract; a server in service trusts its types. */
  readonly checkReplies: boolean;
  readonly served: Set<Endpoint>;
  readonly handlers: Map<
    string,
    { readonly event: ClientEvent; readonly handler: (emission: never) => Promise<object> }
  >;
  /** Hear of each new socket, before its events. */
  readonly greeters: ((connection: Connection, handshake: IncomingMessage) => void)[];
  readonly channels: Channels;
  readonly presence: Presence;
  readonly sessions: () => string[];
  readonly countSockets: () => number;
  readonly pageWriters: PageWriters;
  readonly jobs: Job[];
  readonly mail: MailDelivery;
  /** Hears of what failed beside the calls, such as news that could not be published. */
  readonly onDefect: (error: unknown) => void;
  readonly tell: Tell;
  readonly build: () => string;
  listen(): Promise<string>;
  metricsUrl(): string | undefined;
  /** With `drainMs`, idle connections stay open for so long, or until they were used once more. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

export interface App extends Core {}
