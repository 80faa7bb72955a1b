// @ts-expect-error plain JavaScript: it runs before anything is installed
import { build } from '../../scripts/lib/build.mjs';

/** Builds what is stale, once for all workers, each of which runs a server of the result. */
export default async function setUp(): Promise<void> {
  await build();
}
