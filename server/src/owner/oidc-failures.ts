import type { ErrorCode } from '@clipline/contract/errors.ts';

/** The provider did not answer, or said that it cannot for now. */
export class ProviderAway extends Error {}

export interface SignOnFailure {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly expected: string | undefined;
  readonly came: string | undefined;
}

interface Said {
  readonly error?: unknown;
  readonly error_description?: unknown;
}

/** Of the many shapes that the library's errors and their causes have. */
interface Cause extends Said {
  readonly code?: string;
  readonly syscall?: string;
  readonly cause?: unknown;
  readonly response?: Response;
  readonly expected?: unknown;
  readonly attribute?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly claim?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: { readonly alg?: unknown; readonly kid?: unknown };
  readonly parameters?: URLSearchParams | Said;
}

const AWAY = new Set<unknown>(['temporarily_unavailable', 'server_error']);
const MAX_SHOWN = 200;

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let each = error as Cause | undefined; each; each = each.cause as Cause | undefined)
    causes.push(...(Array.isArray(each) ? (each as Cause[]) : [each]));
  return causes;
}

/** In the error, in a challenge of its headers, or in the body that nobody read. */
async function saidIn(causes: readonly Cause[]): Promise<Said> {
  const said = causes.flatMap((cause) => [cause, cause.parameters as Said | undefined]);
  const found = said.find((each) => typeof each?.error === 'string');
  if (found) return found;
  const responses = causes.map((each) => (each instanceof Response ? each : each.response));
  const body: unknown = await responses
    .find((each) => each && !each.bodyUsed)
    ?.json()
    .catch(() => undefined);
  return (body as Said | null | undefined) ?? {};
}

function cameIn(cause: Cause): unknown {
  const { attribute, body, claim, claims, header, parameters } = cause;
  if (cause instanceof Response) return `status ${cause.status}`;
  if (attribute !== undefined) return body?.[attribute];
  if (claim !== undefined) return claims?.[claim];
  if (header) return { alg: header.alg, kid: header.kid };
  return parameters instanceof URLSearchParams ? parameters.get('iss') : undefined;
}

/** What looks like an address or a token is nobody's business, whoever wrote it there. */
const PRIVATE = /\S+@\S+|(?=\S*\d)[\w~+/.=-]{24,}/g;

function shown(value: unknown, secrets: readonly string[]): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const open = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return Array.from(open.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, MAX_SHOWN)
    .join('');
}

/** Of what the system says the name alone: the rest tells addresses. */
const wordsOf = (error: Error & Cause): string =>
  error.syscall === undefined ? error.message : (error.code ?? '');

/** What was expected and what came. `secrets` are told to nobody. */
export async function failureOf(
  error: unknown,
  secrets: readonly string[],
): Promise<SignOnFailure> {
  const causes = causesOf(error);
  const said = await saidIn(causes);
  const isAway = causes.some((each) => each instanceof ProviderAway) || AWAY.has(said.error);
  // Of a nonce neither is told.
  const told = causes.filter(({ claim }) => claim !== 'nonce');
  const words = [said.error, said.error_description].flatMap((each) =>
    typeof each === 'string' ? [shown(each.replaceAll(PRIVATE, '…'), secrets)] : [],
  );
  return {
    code:
      said.error === 'access_denied' ? 'OIDC_DENIED' : isAway ? 'OIDC_UNAVAILABLE' : 'OIDC_FAILED',
    // Those of a parser quote what they parsed.
    reason: causes
      .flatMap((each) =>
        each instanceof Error && !(each instanceof SyntaxError) ? [wordsOf(each)] : [],
      )
      .join(': '),
    expected: shown(told.find(({ expected }) => expected !== undefined)?.expected, secrets),
    came:
      words.length > 0
        ? words.join(': ')
        : shown(
            told.map(cameIn).find((each) => each !== undefined),
            secrets,
          ),
  };
}
