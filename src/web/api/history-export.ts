import { PATHS } from '#contract/paths';

import { answerError } from './api-error.ts';
import { send } from './client.ts';
import { fillPath } from './fill-path.ts';

/** A user's history as a CSV file; `query` narrows it, with its question mark. */
export async function exportHistory(userId: string, query: string): Promise<Blob> {
  const response = await send(`${fillPath(PATHS.historyCsv, { userId })}${query}`, {});
  if (!response.ok) throw await answerError(response);
  return response.blob();
}
