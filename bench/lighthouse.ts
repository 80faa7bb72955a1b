import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder of its own: its dependencies do not go with the app's. */
const FOLDER = fileURLToPath(new URL('../.cache/lighthouse', import.meta.url));
const VERSION = '12.8.2';
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const CHROMIUM_FLAGS = '--headless=new --no-sandbox --disable-dev-shm-usage';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Judgement {
  /** From 0 to 1. */
  readonly scores: Readonly<Record<Category, number>>;
  /** What took points away, by its title, with the figure where there is one. */
  readonly faults: readonly string[];
}

interface Report {
  readonly categories: Record<
    string,
    { score: number; auditRefs: { id: string; weight: number }[] } | undefined
  >;
  readonly audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string } | undefined
  >;
}

/** Has Lighthouse look at a page once, as it is on a desktop or on a phone with a slow line. */
export async function judge(url: string, form: 'desktop' | 'mobile'): Promise<Judgement> {
  const cli = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(cli)) await install();
  const text = await output(process.execPath, [
    cli,
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${CHROMIUM_FLAGS}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ]);
  return judgementOf(JSON.parse(text) as Report);
}

function judgementOf({ categories, audits }: Report): Judgement {
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, categories[name]?.score ?? 0]),
  ) as Record<Category, number>;
  const counted = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []);
  const faults = counted
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ''}`.trim());
  return { scores, faults };
}

async function install(): Promise<void> {
  console.log(`  installing Lighthouse ${VERSION} in .cache/lighthouse`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--silent'];
  await output('npm', ['install', ...quiet, `lighthouse@${VERSION}`]);
}

/** What a program prints, run in the folder; throws where it ends badly. */
async function output(file: string, args: readonly string[]): Promise<string> {
  const child = spawn(file, args, {
    cwd: FOLDER,
    env: { ...process.env, CHROME_PATH: CHROMIUM },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new Error(`${file} ${args[0] ?? ''} ended with ${code}`);
  return text;
}
