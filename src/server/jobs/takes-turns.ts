import type { Leader } from '../store/db/leader.ts';
import type { Job } from './job.ts';

/** Whether a node takes a job's turns: what the leader does for all, it alone does. */
export const takesTurns =
  (isWorker: boolean, leader: Pick<Leader, 'leads'>) =>
  async ({ where }: Job): Promise<boolean> => {
    if (where === 'everywhere') return true;
    return isWorker && (where !== 'leader' || (await leader.leads()));
  };
