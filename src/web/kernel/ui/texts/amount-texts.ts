/** What an amount field says, and what stands beside an amount. */
export const amountTexts = {
  malformed: 'Digits and one point only, like 1.25.',
  finer: (unit: string) => `More decimals than ${unit} has.`,
  step: (step: string) => `Steps of ${step}`,
  max: 'Max',
  parts: 'Part of the most',
  part: (percent: number) => `${percent}%`,
  flip: (unit: string) => `Enter it in ${unit}`,
  is: (amount: string, unit: string) => `= ${amount} ${unit}`,
  worth: (usd: string) => `≈ $${usd}`,
  tiny: '< $0.01',
} as const;
