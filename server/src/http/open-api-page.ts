import { html, Html } from './html.ts';
import type { JsonSchema } from '@clipline/contract/schemas/json-schemas.ts';
import type { OpenApi, Operation } from './open-api.ts';
import { schemaText } from './schema-text.ts';

/** An event of the socket, for the page only: OpenAPI has no place for it. */
export interface DescribedEvent {
  readonly name: string;
  readonly direction: 'client' | 'server';
  readonly summary: string;
  readonly payload: JsonSchema;
}

export const PAGE_STYLE = `
:root{color-scheme:light dark;--canvas:#fafaf7;--surface:#fff;--sunken:#f2f2ee;--line:#e3e3dd;--ink:#17181a;--body:#3d3e42;--muted:#66676c;--accent:#0b6e5b;--soft:#e1f3ec}
@media(prefers-color-scheme:dark){:root{--canvas:#0e0f10;--surface:#161819;--sunken:#0a0b0c;--line:#292c2f;--ink:#f3f4f2;--body:#c9cbcc;--muted:#969a9e;--accent:#3fd0a8;--soft:#0f2e27}}
*{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:16px}
body{margin:0;background:var(--canvas);color:var(--body);font:15px/24px system-ui,sans-serif}
.layout{display:grid;grid-template-columns:260px minmax(0,1fr);max-width:1280px;margin:0 auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:32px 16px 48px 24px;font-size:13px;line-height:20px}
nav h2{margin:20px 0 4px;font-size:12px;line-height:16px;color:var(--muted);text-transform:capitalize}
nav ul{list-style:none;margin:0;padding:0}nav li{overflow-wrap:anywhere}nav a{display:block;padding:3px 8px;border-radius:6px;color:var(--body)}nav a:hover{background:var(--sunken)}
main{padding:40px 24px 112px;min-width:0}h1,h2,h3{color:var(--ink);letter-spacing:-.02em;margin:0}h1{font-size:34px;line-height:40px}
main>section>h2{font-size:26px;line-height:32px;margin:56px 0 16px;text-transform:capitalize}
p{max-width:65ch;margin:8px 0}a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
article{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:20px;margin:12px 0}
article h3{font:600 15px/24px ui-monospace,monospace;overflow-wrap:anywhere;letter-spacing:0}
.method{display:inline-block;min-width:56px;margin-right:8px;color:var(--accent)}
.badge{display:inline-block;padding:0 8px;border-radius:6px;background:var(--soft);color:var(--accent);font-size:12px;line-height:20px}
h4{margin:16px 0 4px;font-size:13px;line-height:20px;color:var(--ink)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13px;line-height:20px}
th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--line)}th{color:var(--muted);font-weight:500}td:last-child{width:75%;white-space:pre-line}
code,pre{font:13px/20px ui-monospace,monospace}pre{margin:4px 0 0;padding:12px;background:var(--sunken);border-radius:8px;overflow-x:auto}
@media(max-width:800px){.layout{display:block}nav{position:static;max-height:40vh;padding:0 16px 16px;border-bottom:1px solid var(--line)}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`;

/** Not in a template, where a formatter would change what its hash names. */
const STYLE = new Html(`<style>${PAGE_STYLE}</style>`);

const code = (schema: JsonSchema): Html =>
  html`<pre tabindex="0"><code>${schemaText(schema)}</code></pre>`;

function parameters(operation: Operation): Html | undefined {
  if (operation.parameters.length === 0) return undefined;
  const rows = operation.parameters.map(
    (each) =>
      html`<tr>
        <td><code>${each.name}</code></td>
        <td>${each.in}${each.required ? '' : ', optional'}</td>
        <td>
          ${schemaText(each.schema)}${each.description ? html`<br />${each.description}` : ''}
        </td>
      </tr>`,
  );
  return html`<h4>Parameters</h4>
    <div class="scroll">
      <table>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Value</th>
        </tr>
        ${rows}
      </table>
    </div>`;
}

function contents(
  title: string,
  content: Readonly<Record<string, { readonly schema: JsonSchema }>> | undefined,
): Html[] {
  return Object.entries(content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>${title} <code>${type}</code></h4>
        ${type === 'application/octet-stream' ? '' : code(schema)}`,
  );
}

function responses(operation: Operation): Html[] {
  const all = Object.entries(operation.responses);
  const good = all
    .filter(([status]) => status < '300')
    .map(([status, { content }]) =>
      content ? contents(`Answers ${status}`, content) : [html`<h4>Answers ${status}</h4>`],
    );
  const rows = all
    .filter(([status]) => status >= '300')
    .map(
      ([status, { description }]) =>
        html`<tr>
          <td>${status}</td>
          <td>${description.replaceAll('\n\n', '\n')}</td>
        </tr>`,
    );
  return [
    ...good.flat(),
    html`<h4>Fails with</h4>
      <div class="scroll">
        <table>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code and text</th>
          </tr>
          ${rows}
        </table>
      </div>`,
  ];
}

const article = (path: string, method: string, operation: Operation): Html =>
  html`<article id="${operation.operationId}">
    <h3><span class="method">${method.toUpperCase()}</span>${path}</h3>
    <p>${operation.summary}</p>
    <span class="badge">${operation.security.length === 1 ? 'Signed in' : 'Anyone'}</span>
    ${parameters(operation)}${contents('Body', operation.requestBody?.content)}${responses(operation)}
  </article>`;

interface Section {
  readonly title: string;
  readonly links: Html[];
  readonly articles: Html[];
}

/** Text in which `code` stands in backticks, as OpenAPI has it. */
const spelled = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

const slug = (name: string) => name.replace(/\W+/g, '-');

function eventSection(events: readonly DescribedEvent[]): Section {
  const describe = ({ name, direction, summary, payload }: DescribedEvent) =>
    html`<article id="event-${slug(name)}">
      <h3><span class="method">${direction === 'client' ? 'EMIT' : 'HEAR'}</span>${name}</h3>
      ${summary === '' ? '' : html`<p>${summary}</p>`}${code(payload)}
    </article>`;
  return {
    title: 'Realtime',
    links: events.map(({ name }) => html`<li><a href="#event-${slug(name)}">${name}</a></li>`),
    articles: events.map(describe),
  };
}

/** The API's description as a page for people: complete in itself, without script. */
export function openApiPage(api: OpenApi, events: readonly DescribedEvent[]): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections: Section[] = api.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return {
      title: name,
      links: own.map(
        ({ path, method, operation }) =>
          html`<li><a href="#${operation.operationId}">${method.toUpperCase()} ${path}</a></li>`,
      ),
      articles: own.map(({ path, method, operation }) => article(path, method, operation)),
    };
  });
  const models = Object.entries(api.components['schemas'] ?? {}).map(([name, schema]) => ({
    name,
    schema: schema as JsonSchema,
  }));
  const all: Section[] = [
    ...sections,
    ...(events.length > 0 ? [eventSection(events)] : []),
    {
      title: 'Models',
      links: models.map(({ name }) => html`<li><a href="#model-${name}">${name}</a></li>`),
      articles: models.map(
        ({ name, schema }) =>
          html`<article id="model-${name}">
            <h3>${name}</h3>
            ${code(schema)}
          </article>`,
      ),
    },
  ];
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${String(api.info['title'])}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE}
      </head>
      <body>
        <div class="layout">
          <nav aria-label="Calls">
            ${all.map(
              ({ title, links }) =>
                html`<h2>${title}</h2>
                  <ul>
                    ${links}
                  </ul>`,
            )}
          </nav>
          <main>
            <h1>${String(api.info['title'])}</h1>
            <p>
              Version ${String(api.info['version'])}. Base <code>/api</code>. For programs:
              <a href="/api/openapi.json">openapi.json</a>.
            </p>
            <p>${spelled(String(api.info['description']))}</p>
            ${all.map(
              ({ title, articles }) =>
                html`<section>
                  <h2>${title}</h2>
                  ${articles}
                </section>`,
            )}
          </main>
        </div>
      </body>
    </html> `;
  return text;
}
