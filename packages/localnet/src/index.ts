export type { Fault, FaultInjector, FaultScope } from './faults.ts';
export { type HttpAnswer, type Localnet, type LocalnetOptions, openLocalnet } from './localnet.ts';
export { LockedError } from './lock.ts';
export {
  DEFAULT_PORT,
  PortInUseError,
  type RunningLocalnet,
  type StartOptions,
  startLocalnet,
} from './start.ts';
