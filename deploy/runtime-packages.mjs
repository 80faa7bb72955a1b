// node deploy/runtime-packages.mjs FOLDER: copies the packages that the built server still needs, a third of
// those in node_modules: what scripts/lib/build.mjs leaves unbundled, and what that depends on.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { UNBUNDLED } from '../scripts/lib/build.mjs';
import { fromRoot } from '../scripts/lib/project.mjs';

const [, , into] = process.argv;
if (into === undefined) throw new Error('into which folder?');
const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));

/** Where a package finds another: beside itself, or further up. */
function placeOf(name, from) {
  const place = path.posix.join(from, 'node_modules', name);
  if (packages[place] !== undefined) return place;
  return from === ''
    ? null
    : placeOf(name, from.replace(/(^|\/)node_modules\/(?!.*node_modules\/).*$/, ''));
}

const needed = new Set();
function need(place) {
  if (place === null || needed.has(place)) return;
  needed.add(place);
  const { dependencies = {}, optionalDependencies = {} } = packages[place];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    need(placeOf(name, place));
  }
}

const nameOf = (place) => place.replace(/^node_modules\//, '');
for (const place of Object.keys(packages)) {
  if (place.startsWith('node_modules/') && UNBUNDLED.test(nameOf(place))) need(place);
}
// What is of another platform is not installed.
for (const place of [...needed].filter((each) => existsSync(fromRoot(each)))) {
  cpSync(fromRoot(place), path.join(into, place), {
    recursive: true,
    filter: (file) => !path.relative(fromRoot(place), file).startsWith('node_modules'),
  });
}
