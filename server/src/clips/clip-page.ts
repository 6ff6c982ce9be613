import type { App } from '../core/app.ts';
import { easyPart, kindOfText, LONG_TEXT } from '@clipline/contract/text-kinds.ts';
import { getClip } from '@clipline/contract/schemas/clips.ts';
import { countLength } from '../core/http/serve.ts';
import { validate } from '../core/http/failures.ts';
import type { PageWriter } from '../core/http/pages.ts';
import type { PageTemplate } from '../core/http/web-files.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { person } from './clips.access.ts';
import type { ClipsContext } from './clips.routes.ts';
import { readClip } from './read-clip.ts';

/** A longer text would come later in the page than the app shows it by itself. */
const MAX_WRITTEN = 32 * 1024;

/** The age of a text; empty from a week on, as days begin at another time for each reader. */
export function ageOf({ ages }: Pick<PageTemplate, 'ages'>, savedAt: string, now: number): string {
  const age = now - Date.parse(savedAt);
  if (age < MINUTE_MS) return ages.now;
  if (age < HOUR_MS) return ages.minutes[Math.floor(age / MINUTE_MS)] ?? '';
  if (age < DAY_MS) return ages.hours[Math.floor(age / HOUR_MS)] ?? '';
  return ages.days[Math.floor(age / DAY_MS)] ?? '';
}

/** Writes a shared clip into its page, for who may read it by its plain address signed out. */
export const clipPageWriter =
  (app: App, { files, planOf }: Pick<ClipsContext, 'files' | 'planOf'>): PageWriter =>
  async ({ params, request, template }) => {
    const address = app.addressOf(request.raw);
    await app.limitCalls(address);
    const { id } = validate(getClip.params, { id: params['clipId'] });
    const clip = await readClip(app.db, files, planOf, id, person(null));
    const { content } = clip;
    const count = (length: number) => countLength(app, address, length);
    if (content.length > MAX_WRITTEN) count(content.length);
    if (content === '' || content.length > MAX_WRITTEN) return undefined;
    // Before the app can show its beginning alone, it would freeze the page.
    if (easyPart(content).length < content.length) return undefined;
    const length = content.length > LONG_TEXT ? 'long-' : '';
    const kind = kindOfText(content) === 'code' ? 'code' : 'text';
    return {
      part: length + kind,
      texts: { TEXT: content, AGE: ageOf(template, clip.updatedAt, Date.now()) },
      data: clip,
      count,
    };
  };
