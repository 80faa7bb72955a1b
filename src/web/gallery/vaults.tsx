import { VaultTimeline } from '../vaults/vault-timeline.tsx';
import { NOW } from './now.ts';
import { Specimen } from './specimen.tsx';

const DAY = 86_400_000;
const captions = ['10 Nov', 'matures 22 Nov, 09:15', 'window'] as const;

/** The times of a vault that was staked `age` days ago, activated as soon as it vested. */
function times(age: number, activated = true) {
  const vestingStart = NOW - age * DAY;
  const vestingEnd = vestingStart + DAY;
  const vaultEnd = vestingEnd + 7 * DAY;
  return {
    vestingStart,
    vestingEnd,
    vaultStart: activated ? vestingEnd : null,
    vaultEnd: activated ? vaultEnd : null,
    windowEnd: activated ? vaultEnd + DAY : null,
  };
}

const STATES = [
  { name: 'VaultTimeline: vesting', times: times(0.5, false) },
  { name: 'VaultTimeline: ready to activate', times: times(3, false) },
  { name: 'VaultTimeline: running', times: times(3.4) },
  { name: 'VaultTimeline: in its window', times: times(8.76) },
  { name: 'VaultTimeline: window over', times: times(12) },
];

export function Vaults() {
  return STATES.map((state) => (
    <Specimen key={state.name} name={state.name}>
      <VaultTimeline now={NOW} times={state.times} captions={captions} />
    </Specimen>
  ));
}
