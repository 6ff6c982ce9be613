/**
 * `npm run seed`: an account with realistic clips, rooms and a desktop on the server that runs here
 * (`npm run dev` or `npm start`, with the same environment); prints how to log in. With `-- --many`
 * some 300 clips of all kinds.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { loadConfig } from '../server/src/config.ts';

const { PORT, HOST } = loadConfig(process.env);
const api = `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}/api`;
const password = 'correct horse battery';
const userCommand = fileURLToPath(new URL('../server/src/commands/user.ts', import.meta.url));

type Row = Readonly<Record<string, string>>;
type Call = (path: string, body?: object | FormData) => Promise<Row>;

const callsWith =
  (token?: string): Call =>
  async (path, body = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(api + path, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Row);
  };

function upload(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Row = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([content], name, { type }));
  return form;
}

async function newAccount(name: string): Promise<{ email: string; call: Call }> {
  const email = `${name.toLowerCase()}-${Date.now().toString(36)}@example.com`;
  await callsWith()('/auth/register', { name, email, password });
  execFileSync(process.execPath, [userCommand, 'confirm', email], { stdio: 'pipe' });
  const login = await callsWith()('/auth/login', { email, password });
  const { access_token: token } = login['session'] as unknown as { access_token: string };
  return { email, call: callsWith(token) };
}

const plan = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" fill="none" stroke="#3d3e42" stroke-width="7"><path fill="#fbfaf5" d="M30 30h580v360H30z"/><path d="M250 30v150M250 250v140M250 215h120M430 215h180M430 30v120"/></svg>`;
const csv = 'item,quantity,price\ncoffee,2,7.40\nmilk,6,1.15\noats,3,2.60\n';

const texts = [
  'Train 14:32 from platform 7, seat 61 in coach 5. Back on Sunday, 18:04.',
  'Wi-Fi at the cabin\nname: birch-guest\npassword: seven-herons',
  'const byDay = Map.groupBy(clips, ({ createdAt }) => createdAt.slice(0, 10));\nfor (const [day, list] of byDay) console.log(day, list.length);',
  'Shopping\n- oat milk\n- two lemons\n- rye bread\n- coffee, the dark one',
  'https://www.rfc-editor.org/rfc/rfc9110.html#name-idempotent-methods',
  'Draft for Monday: we keep the old address for a year and forward everything that arrives there.',
  'SELECT owner, count(*) FROM clips GROUP BY owner ORDER BY count(*) DESC LIMIT 10;',
  'Ana’s number: +34 600 123 456. She is there after six.',
  'Pancakes: 250 g flour, 500 ml milk, 3 eggs, a pinch of salt. Rest half an hour.',
  `Notes of the walk-through\n${'The hall stays as it is; the kitchen moves to the north side, with the window kept. '.repeat(12)}`,
  'ssh -L 8080:localhost:3000 deploy@203.0.113.7',
  'Das Paket liegt bei Herrn Krüger im Erdgeschoss, bis 20 Uhr.',
];

async function seedClips(call: Call): Promise<void> {
  for (const content of texts) await call('/clipboard', { content });
  const favorites = [
    await call('/clipboard', {
      content: 'Invoice 2291 is due on the 14th: 1,240.00, two positions.',
    }),
    await call('/clipboard', {
      content: 'Floor plan, second version. The bath is the small room.',
    }),
  ];
  const files = [
    upload('positions.csv', 'text/csv', csv),
    upload('floor-plan.svg', 'image/svg+xml', plan),
  ];
  for (const [index, { id }] of favorites.entries()) {
    await call(`/clipboard/${id}/files`, files[index]);
    await call(`/clipboard/${id}/favorite`);
  }
}

function pngChunk(name: string, data: Uint8Array): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length);
  framed.write(name, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), data.length + 8);
  return framed;
}

/** A PNG: one color that grows darker from the top down. */
function picture(width: number, height: number, hue: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  head.set([8, 2], 8);
  const rows = Buffer.alloc((1 + width * 3) * height);
  for (let y = 0; y < height; y++) {
    const color = [0, 1, 2].map((part) => 40 + ((hue * (part + 2)) % 160) + (55 * y) / height);
    const start = y * (1 + width * 3) + 1;
    for (let x = 0; x < width; x++) rows.set(color, start + x * 3);
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', head.subarray(13)),
  ];
  return Uint8Array.from(Buffer.concat([signature, ...parts]));
}

const MANY = 280;

const shortTexts: readonly ((n: number) => string)[] = [
  (n) => String(418_392 + n * 7),
  (n) => `#${(0x0b_6e_5b + n * 4099).toString(16).padStart(6, '0').slice(-6)}`,
  (n) => `https://example.com/articles/${n}?from=list`,
  (n) => `Token for the ${n}th machine\npassword: heron-${n}-birch`,
  (n) => `def total(rows):\n    return sum(row.price for row in rows[:${n}])\n`,
  (n) =>
    `# Notes ${n}\n\n- what **was** said\n- who does it\n\n| day | hours |\n| --- | --- |\n| Mon | ${n} |\n`,
];

async function seedMany(call: Call): Promise<void> {
  for (let n = 0; n < MANY; n++) {
    const make = shortTexts[n % (shortTexts.length + 2)];
    const { id } = await call('/clipboard', {
      content: make?.(n) ?? (n % 3 ? '' : texts[n % texts.length]),
    });
    if (make) continue;
    const isPicture = n % 2 === 0;
    const pictures = isPicture ? 1 + (n % 5) : 0;
    for (let each = 0; each < pictures; each++) {
      const bytes = picture(n % 4 ? 1600 : 900, 1200, n * 13 + each * 29);
      await call(
        `/clipboard/${id}/files`,
        upload(`IMG_${2000 + n + each}.png`, 'image/png', bytes),
      );
    }
    if (!isPicture) await call(`/clipboard/${id}/files`, upload(`costs-${n}.csv`, 'text/csv', csv));
  }
}

async function seedRooms(call: Call, guest: { email: string; call: Call }): Promise<void> {
  for (const [name, isPrivate] of [
    ['Flat in the north', true],
    ['Reading group', false],
    ['Release 2.4', true],
  ] as const) {
    const { id } = await call('/rooms', { name, isPrivate });
    await call(`/rooms/${id}/members`, { email: guest.email });
    await call(`/rooms/${id}/content`, { content: `Welcome to ${name}. Put everything here.` });
    await guest.call(`/rooms/${id}/content`, { content: 'I will bring the keys on Friday.' });
    await call(`/rooms/${id}/upload`, upload('floor-plan.svg', 'image/svg+xml', plan));
  }
}

async function seedDesktop(call: Call): Promise<void> {
  const items = [texts[3], texts[8], texts[1]];
  for (const [index, content] of items.entries())
    await call('/virtual-desktop/items/text', {
      content,
      position: { x: 40 + index * 260, y: 40 + index * 30 },
    });
  const position = JSON.stringify({ x: 120, y: 320 });
  await call(
    '/virtual-desktop/items/file',
    upload('floor-plan.svg', 'image/svg+xml', plan, { position }),
  );
}

try {
  const guest = await newAccount('Linus');
  const ada = await newAccount('Ada');
  await seedClips(ada.call);
  if (process.argv.includes('--many')) await seedMany(ada.call);
  await seedRooms(ada.call, guest);
  await seedDesktop(ada.call);
  console.log(`Log in as ${ada.email} with the password "${password}".`);
  console.log(`A member of the same rooms: ${guest.email}, same password.`);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`No server runs at ${api}: start one with npm run dev or npm start.`);
  process.exitCode = 1;
}
