import { PEOPLE, seedPeople } from './people.ts';
import { Site } from './site.ts';

const [, , url] = process.argv;
if (url === undefined) throw new Error('which server?');
const started = Date.now();
await seedPeople(await Site.at(url), (what) => console.log(`  ${what} …`));
console.log(`  ${PEOPLE} users in ${Math.round((Date.now() - started) / 1_000)} s`);
