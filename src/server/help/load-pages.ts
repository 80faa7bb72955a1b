import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, parsePage } from './page.ts';

/** Loads all help pages of a folder, in their order. Throws if there is none, or one is malformed. */
export async function loadPages(folder: string): Promise<Page[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const pages = await Promise.all(
    names.map(async (name) =>
      parsePage(name.slice(0, -'.md'.length), await readFile(join(folder, name), 'utf8')),
    ),
  );
  if (pages.length === 0) throw new Error(`there are no help pages in ${folder}`);
  return pages.sort((a, b) => a.order - b.order || a.slug.localeCompare(b.slug));
}

/**
 * Loads questions that no page answers, one per line, such as daily life and small talk. Similar questions
 * get no answer.
 */
export async function loadOffTopic(folder: string): Promise<string[]> {
  const lines = await readFile(join(folder, 'elsewhere.txt'), 'utf8');
  return lines.trim().split('\n');
}
