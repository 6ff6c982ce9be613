import { call, cost, repeat, send, timed } from './support/calls.ts';
import { each, measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPeople, type Person } from './support/people.ts';
import { builds, copyOf, type Program, seed, startProduct } from './support/programs.ts';

const CLIPS = sized(100_000);
const IN_TRASH = sized(10_000);
const AT_A_TIME = 500;
const TAGS = ['red', 'green', 'blue'];

const count = (things: number) => things.toLocaleString('en');

async function fill(product: Program) {
  const [many, trash] = (await addPeople(product, 2)) as [Person, Person];
  const ids = await addClips(product, many, CLIPS);
  const tags: string[] = [];
  for (const name of TAGS) tags.push((await call(product, many, 'POST /tags', { name })).id);
  await repeat(Math.ceil(CLIPS / AT_A_TIME), 1, (index) =>
    call(product, many, 'POST /clipboard/bulk', {
      ids: ids.slice(index * AT_A_TIME, (index + 1) * AT_A_TIME),
      action: 'tag',
      tagId: tags[index % TAGS.length],
    }),
  );
  await addClips(product, trash, IN_TRASH);
  await call(product, trash, 'POST /clipboard/bulk', { filter: {}, action: 'delete' });
  return { many, trash };
}

export async function lists(): Promise<void> {
  const { dataDir, seeded } = await seed(fill);
  const { many, trash } = seeded;
  const stores = await each(builds, (checkout) => ({ checkout, dataDir: copyOf(dataDir) }));
  const start = ({ checkout, dataDir: folder }: { checkout: string; dataDir: string }) =>
    startProduct(checkout, folder);
  const row = { unit: 'ms', goal: '≤ 30', rounds: 15, warmUp: 5 };
  const of = `of ${count(CLIPS)} clips`;

  // The first start of a newer build brings the store up to date.
  await measure(
    `start to the first reply, ${count(CLIPS)} clips`,
    { unit: 's', goal: '≤ 0.8' },
    stores,
    async (store) => {
      let program: Program | undefined;
      const ms = await timed(async () => {
        program = await start(store);
        await call(program, many, 'GET /clipboard/history?page=1&pageSize=20');
      });
      await program?.stop();
      return ms / 1000;
    },
  );

  const sides = await each(stores, start);
  const history = (query: string) => (program: Program) =>
    timed(() => call(program, many, `GET /clipboard/history?pageSize=20&${query}`));
  await measure(`a page of 20 ${of}`, row, sides, history('page=1'));
  await measure(`the last page of 20 ${of}`, row, sides, history(`page=${CLIPS / 20}`));
  await measure(`a filter and its count ${of}`, row, sides, history('page=1&type=text'));
  await measure(`this week and its count ${of}`, row, sides, history('page=1&dateRange=week'));
  await measure(`figures ${of}`, row, sides, (program) =>
    timed(() => call(program, many, 'GET /clipboard/stats')),
  );
  const nothing = history('page=1&search=zebra');
  await measure(`a search ${of} that finds nothing`, { ...row, goal: '≤ 150' }, sides, nothing);
  await measure(`another call during that search`, row, sides, async (program) => {
    const searching = nothing(program);
    const waited = await timed(() => send(`${program.url}/healthz`));
    await searching;
    return waited;
  });
  await measure(`tags ${of} that have one`, { ...row, goal: '≤ 20' }, sides, (program) =>
    timed(() => call(program, many, 'GET /tags')),
  );
  const once = { unit: 's', rounds: 1, warmUp: 0 };
  await measure(
    `export ${of}`,
    { ...once, unit: 's CPU', goal: '≤ 5' },
    sides,
    async (program) =>
      (await cost(program, () =>
        send(`${program.url}/api/account/export`, { headers: many.headers }),
      )) / 1e6,
  );
  await measure(
    `emptying a trash of ${count(IN_TRASH)}`,
    { ...once, goal: '≤ 3' },
    sides,
    async (program) => (await timed(() => call(program, trash, 'DELETE /trash'))) / 1000,
  );
}
