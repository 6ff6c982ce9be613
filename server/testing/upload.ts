import type { TestApp } from './build-test-app.ts';
import type { Answer } from './call.ts';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** Uploads one file as a browser would. */
export async function upload(app: Pick<TestApp, 'url'>, path: `/${string}`, headers: Record<string, string>, { name, bytes, type = '' }: UploadedFile): Promise<Answer> {
  const form = new FormData();
  form.append('file', new File([bytes], name, { type }));
  const response = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: form });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}
