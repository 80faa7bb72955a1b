import type { Endpoint } from '#contract/base/endpoint';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value;

/** Every endpoint of the contract; new files are found automatically. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(
  import.meta.glob<object>(['../../src/contract/*/*.ts', '!**/*.test.ts'], { eager: true }),
)
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint);

/** Name such as `GET /api/status`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
