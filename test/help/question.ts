/** Question with all accepted pages; no page means that it must be refused. */
export interface QuestionWithPages {
  readonly text: string;
  readonly pages: readonly string[];
}

const OFF_TOPIC = 'off-topic';

/**
 * Parses a table with one line each: `page | question`, `page, page | question` if several pages are
 * accepted, or `off-topic | question`.
 */
export const questionsOf = (table: string): QuestionWithPages[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [pages = '', ...text] = line.split('|').map((part) => part.trim());
      return { text: text.join(' | '), pages: pages === OFF_TOPIC ? [] : pages.split(/,\s*/) };
    });
