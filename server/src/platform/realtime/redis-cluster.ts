import { randomUUID } from 'node:crypto';
import type { RedisLink } from '../redis/redis.ts';
import type { Cluster, NodeMessage } from './cluster.ts';
import { createHeard, createRecent, type Heard } from './missed-messages.ts';

/**
 * What travels. `said` numbers the messages of a node; presence has no number, because it is told
 * again anyway.
 */
type Envelope = { readonly node: string } & (
  | { readonly kind: 'message'; readonly number: number | null; readonly message: NodeMessage }
  | { readonly kind: 'sign' | 'hello' | 'bye'; readonly said: number }
  | { readonly kind: 'ask'; readonly of: string; readonly numbers: readonly number[] }
  | { readonly kind: 'forgotten'; readonly to: string }
);

export interface RedisCluster extends Cluster {
  /** Rejects while nothing comes through. */
  check(): Promise<void>;
  /** Says goodbye and listens no more. */
  close(): Promise<void>;
}

/**
 * A node says how many messages it has sent, so that others find out what they missed, and hears
 * that it is heard itself.
 */
const SIGN_MS = 1000;
/**
 * Not hearing itself for this long, a node takes its connections for dead, although nobody closed
 * them.
 */
const DEAF_MS = 4000;
/**
 * After an interruption, a node that says nothing for this long has gone, with whatever it said
 * last.
 */
const SILENT_MS = 5000;
const NEVER = -Infinity;
const RECENT_CHARACTERS = 8 * 1024 * 1024;
/** A node not heard for so long is forgotten. */
const FORGET_MS = 24 * 3600 * 1000;

/**
 * Carries messages through Redis' publish and subscribe, which forgets what nobody listens to. So
 * each node keeps what it said lately and says it again to those who missed it; what cannot be had
 * any more is told to `onGap`. Own messages arrive at once, with or without Redis.
 */
export async function redisCluster({
  commands,
  listener,
  prefix,
  log,
}: RedisLink): Promise<RedisCluster> {
  const node = randomUUID();
  const channel = `${prefix}nodes`;
  const receivers: ((message: NodeMessage) => void)[] = [];
  const resumers: (() => void)[] = [];
  let onGap = () => {};
  const recent = createRecent(RECENT_CHARACTERS);
  const nodes = new Map<string, { heard: Heard; at: number }>();
  const awaited = new Set<string>();
  /** Nothing can have been missed so far. */
  let isWhole = true;
  /** By `performance.now()`: a wall clock that is set would make a node deaf. */
  let heardMyself = NEVER;

  const publish = (text: string) => {
    // What does not arrive is asked for later.
    commands.publish(channel, text).catch(() => {});
  };
  const say = (envelope: Envelope) => publish(JSON.stringify(envelope));
  const sayHowMany = (kind: 'sign' | 'hello' | 'bye') => say({ node, kind, said: recent.last });
  const resume = () => resumers.forEach((each) => each());

  function knownNode(id: string, start: number): Heard {
    const known = nodes.get(id) ?? { heard: createHeard(isWhole ? start : 0), at: 0 };
    known.at = performance.now();
    nodes.set(id, known);
    awaited.delete(id);
    return known.heard;
  }

  function askForMissing(id: string, heard: Heard): void {
    const numbers = heard.missing();
    if (heard.isLost()) onGap();
    else if (numbers.length > 0) say({ node, kind: 'ask', of: id, numbers });
  }

  function sayAgain(to: string, numbers: readonly number[]): void {
    const texts = numbers.map((number) => recent.get(number));
    if (texts.includes(undefined)) say({ node, kind: 'forgotten', to });
    for (const [index, text] of texts.entries()) {
      if (text !== undefined)
        publish(`{"node":"${node}","kind":"message","number":${numbers[index]},"message":${text}}`);
    }
  }

  function receiveMessage(id: string, number: number | null, message: NodeMessage): void {
    if (number !== null && !knownNode(id, number - 1).take(number)) return;
    for (const receive of receivers) receive(message);
  }

  function take(envelope: Envelope): void {
    if (envelope.node === node) {
      heardMyself = performance.now();
      return;
    }
    switch (envelope.kind) {
      case 'message':
        return receiveMessage(envelope.node, envelope.number, envelope.message);
      case 'sign':
      case 'hello':
      case 'bye': {
        const heard = knownNode(envelope.node, envelope.said);
        heard.reached(envelope.said);
        if (envelope.kind === 'bye') {
          nodes.delete(envelope.node);
          heard.giveUp();
        }
        askForMissing(envelope.node, heard);
        if (envelope.kind !== 'hello') return;
        // Whoever just came back learns at once what it missed and who is here.
        sayHowMany('sign');
        return resume();
      }
      case 'ask':
        return envelope.of === node ? sayAgain(envelope.node, envelope.numbers) : undefined;
      case 'forgotten':
        if (envelope.to !== node) return;
        nodes.get(envelope.node)?.heard.giveUp();
        if (nodes.get(envelope.node)?.heard.isLost()) onGap();
    }
  }

  listener.on('message', (_channel: string, text: string) => {
    try {
      take(JSON.parse(text) as Envelope);
    } catch (error) {
      // During an upgrade nodes of two versions talk to each other.
      log.warn({ err: error }, 'A message of another node was of no use');
    }
  });

  async function listen(): Promise<void> {
    heardMyself = performance.now();
    await listener.subscribe(channel);
    sayHowMany('hello');
    resume();
    if (isWhole) return;
    for (const id of nodes.keys()) awaited.add(id);
    setTimeout(() => {
      const gone = [...awaited];
      awaited.clear();
      for (const id of gone) nodes.delete(id);
      if (gone.length > 0) onGap();
    }, SILENT_MS).unref();
  }
  listener.on('close', () => {
    isWhole = false;
    heardMyself = NEVER;
  });
  listener.on('ready', () => void listen().catch(() => listener.disconnect(true)));
  commands.on('ready', () => sayHowMany('hello'));
  if (listener.status === 'ready') await listen().catch(() => listener.disconnect(true));
  else isWhole = false;

  const pulse = setInterval(() => {
    if (commands.status === 'ready') sayHowMany('sign');
    const now = performance.now();
    if (listener.status === 'ready' && commands.status === 'ready' && now - heardMyself > DEAF_MS) {
      heardMyself = now;
      listener.disconnect(true);
      commands.disconnect(true);
    }
    for (const [id, { at }] of nodes) if (at < now - FORGET_MS) nodes.delete(id);
  }, SIGN_MS);
  pulse.unref();

  return {
    send(message) {
      const text = JSON.stringify(message);
      const number = message.kind === 'presence' ? null : recent.keep(text);
      publish(`{"node":"${node}","kind":"message","number":${number},"message":${text}}`);
      for (const receive of receivers) receive(message);
    },
    onMessage: (receive) => void receivers.push(receive),
    onGap: (act) => void (onGap = act),
    onResume: (act) => void resumers.push(act),
    async check() {
      if (performance.now() - heardMyself > DEAF_MS)
        throw Object.assign(new Error('Redis carries nothing'), { code: 'UNREACHABLE' });
    },
    async close() {
      clearInterval(pulse);
      await commands
        .publish(
          channel,
          JSON.stringify({ node, kind: 'bye', said: recent.last } satisfies Envelope),
        )
        .catch(() => {});
      listener.removeAllListeners('ready');
    },
  };
}
