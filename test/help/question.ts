/** A question with every page that answers it; none where it must be refused. */
export interface AskedQuestion {
  readonly text: string;
  readonly pages: readonly string[];
}

const OFF_TOPIC = 'off-topic';

/**
 * The questions of a table with a line each: `page | question`, `page, page | question` where several
 * pages answer equally well, and `off-topic | question` where none does.
 */
export const questionsOf = (table: string): AskedQuestion[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [pages = '', ...text] = line.split('|').map((part) => part.trim());
      return { text: text.join(' | '), pages: pages === OFF_TOPIC ? [] : pages.split(/,\s*/) };
    });
