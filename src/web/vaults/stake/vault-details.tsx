import { VaultBadge } from '../vault-badge.tsx';
import { PATHS } from '#contract/base/paths';
import type { StakeJson } from '#contract/vaults/vaults';
import { CopyButton } from '../../kernel/ui/marks/copy-button.tsx';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { formatTrimmed } from '../../kernel/ui/format/format.ts';
import { saveFile } from '../../kernel/ui/format/save-file.ts';
import { type KeyValue, KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { Notice } from '../../kernel/ui/cards/notice.tsx';
import { Progress } from '../../kernel/ui/charts/progress.tsx';
import { stakeTexts } from '../stake-texts.ts';
import { dateTimeText, partPassed } from '../../kernel/ui/format/times.ts';
import { TransactionLink } from '../../kernel/api/transaction-link.tsx';
import { stretchOf } from './vault-phase.ts';
import { CalendarPlus } from 'lucide-react';
import { instant } from '#domain/base/time';
import { CYCLE_MS, RESTAKE_WINDOW_MS } from '#domain/terms/terms';
import { shortId } from '#domain/base/short-id';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { vaultCalendar } from './calendar.ts';
import { refreshAll } from '../../kernel/api/query-client.ts';
import { useOwnMutation } from '../../kernel/wallet/use-own-mutation.ts';
import { call } from '../../kernel/api/client.ts';
import { tellFailure } from '../../kernel/api/tell-failure.ts';
import { usePaused } from '../../kernel/api/use-paused.ts';
import { percentText, useRatesAt } from '../use-rates.ts';
import { useRewards } from '../use-rewards.ts';
import { Switch } from '../../kernel/ui/forms/switch.tsx';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';
import { showToast } from '../../kernel/ui/overlays/toast.ts';

const says = stakeTexts.details;

/** Everything that is known of a vault, and what its user has chosen for it. */
export function VaultDetails({ stake, now }: { readonly stake: StakeJson; readonly now: number }) {
  const isOver = stake.phase === 'completed';
  const isHeld = usePaused() && stake.phase === 'window';
  const rewards = useRewards(stake);
  return (
    <div className="grid gap-4 rounded-control border border-line p-4">
      {stake.voided && <Notice tone="time">{says.voided}</Notice>}
      {!isOver && <Stretch stake={stake} now={now} />}
      {!isOver && <AutoRestakeSwitch stake={stake} />}
      <KeyValues
        columns={2}
        items={[...moneyOf(stake, rewards), ...timesOf(stake, isHeld), ...feeOf(stake)]}
      />
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-faint">
        {says.id}
        <span className="min-w-0 font-mono break-all">{stake.id}</span>
        <CopyButton value={stake.id} />
      </p>
      {!isOver && <CalendarButton stake={stake} now={now} />}
    </div>
  );
}

function Stretch({ stake, now }: { readonly stake: StakeJson; readonly now: number }) {
  const stretch = stretchOf(stake, usePaused());
  if (!stretch) return null;
  const { phase, start, end } = stretch;
  const part = partPassed(start, end, now);
  const label = stakeTexts.manager.progress[phase];
  return (
    <div>
      <p className="mb-1.5 flex justify-between text-sm text-quiet">
        <span>{label}</span>
        <span>{`${Math.floor(part * 100)}%`}</span>
      </p>
      <Progress label={label} value={part} tone={phase === 'window' ? 'amber' : 'accent'} />
    </div>
  );
}

const lmt = (value: string) => <Figure value={value} unit="LMT" />;

function moneyOf(stake: StakeJson, rewards: string): KeyValue[] {
  const hasRun = stake.vaultStartTime !== null;
  const { lastRestakeType, lastRestakeFeeAmount, lastRestakeFeeToken, restakeProcessedAt } = stake;
  const cost =
    lastRestakeFeeAmount &&
    restakeProcessedAt &&
    `${dateTimeText(restakeProcessedAt)}, ${says.restakeFee(formatTrimmed(lastRestakeFeeAmount), lastRestakeFeeToken)}`;
  return [
    { key: says.amount, value: lmt(stake.amount) },
    { key: says.original, value: lmt(stake.originalAmount) },
    { key: says.accrued, value: lmt(rewards) },
    { key: says.total, value: lmt(stake.totalRewardsEarned) },
    {
      key: says.apy,
      note: hasRun ? says.apyFixed : says.apyNext,
      value: `${formatTrimmed(stake.apy, 2)}%`,
    },
    { key: says.daily, value: <Figure value={stake.dailyRate} unit="%" digits="fine" /> },
    { key: says.duration, value: says.days(stake.duration) },
    { key: says.cycle, value: stake.cycleNumber },
    ...(lastRestakeType === null
      ? []
      : [{ key: says.lastRestake, note: cost, value: says.restaked[lastRestakeType] }]),
    { key: says.status, value: <VaultBadge phase={stake.phase} /> },
  ];
}

/** Those that are set: what has not come yet says nothing, nor does the end of a window that a pause holds open. */
function timesOf(stake: StakeJson, isHeld: boolean): KeyValue[] {
  const { completedAt } = stake;
  const times = [
    { key: says.staked, at: stake.vestingStartTime },
    { key: says.vested, at: stake.vestingEndTime },
    { key: says.started, at: stake.vaultStartTime },
    { key: says.matures, at: stake.vaultEndTime },
    { key: says.windowEnds, at: isHeld ? null : stake.restakeWindowEndTime },
    { key: says.ended, at: completedAt },
  ];
  return times.flatMap(({ key, at }) => (at === null ? [] : [{ key, value: dateTimeText(at) }]));
}

function feeOf(stake: StakeJson): KeyValue[] {
  const { stakingFeePaid, feeTokenType, feeFinalized, transactionHash } = stake;
  return [
    {
      key: says.fee,
      note: feeFinalized ? says.feeFinal : says.feeOpen,
      value: <Figure value={stakingFeePaid} unit={feeTokenType} digits="fine" />,
    },
    {
      key: says.transaction,
      value:
        transactionHash === null ? says.feeCredit : <TransactionLink signature={transactionHash} />,
    },
  ];
}

const calendar = stakeTexts.calendar;

interface CalendarButtonProps {
  readonly stake: StakeJson;
  readonly now: number;
}

/** Downloads a vault's coming dates for the user's own calendar; nothing where there are none. */
function CalendarButton({ stake, now }: CalendarButtonProps) {
  const file = vaultCalendar(stake, now);
  if (file === null) return null;
  const save = () =>
    saveFile(new Blob([file], { type: 'text/calendar' }), calendar.file(shortId(stake.id)));
  return (
    <Button size="sm" className="w-fit" onClick={save}>
      <CalendarPlus aria-hidden className="size-4" />
      {calendar.button}
    </Button>
  );
}

const auto = vaultTexts.autoRestake;

/** Changes what happens when a vault's window ends and nothing was done; possible until then. */
function AutoRestakeSwitch({ stake }: { readonly stake: StakeJson }) {
  const { vaultEndTime, vestingEndTime } = stake;
  const matures =
    vaultEndTime === null ? Date.parse(vestingEndTime) + CYCLE_MS : Date.parse(vaultEndTime);
  const { restake } = useRatesAt(instant(matures));
  const { staking } = useRatesAt(instant(matures + RESTAKE_WINDOW_MS));
  // An open window keeps the rate that it opened with.
  const percent = stake.window ? percentText(stake.window.restakeFee) : restake;
  const { isPending, variables, mutate } = useOwnMutation({
    mutationFn: (enabled: boolean) =>
      call('PATCH', PATHS.autoRestake, {
        params: { id: stake.id },
        body: { enabled },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: tellDone,
    onError: (error) => tellFailure(auto.failed, error, auto.failedDetail),
    onSettled: refreshAll,
  });
  const isPaused = usePaused();
  const isOn = isPending ? variables : stake.autoRestakeEnabled;
  return (
    <Switch
      label={auto.label}
      hint={
        <>
          {isOn ? auto.on(percent) : auto.off(staking)}
          {isPaused && <span className="block text-amber">{auto.paused}</span>}
        </>
      }
      checked={isOn}
      disabled={isPending || isPaused}
      onChange={mutate}
    />
  );
}

function tellDone({ autoRestakeEnabled }: StakeJson): void {
  const { doneOn, doneOnDetail, doneOff, doneOffDetail } = auto;
  const [title, detail] = autoRestakeEnabled ? [doneOn, doneOnDetail] : [doneOff, doneOffDetail];
  showToast({ tone: 'success', title, detail });
}
