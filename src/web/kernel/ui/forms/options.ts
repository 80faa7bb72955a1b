/** What a select or a segmented control offers: values in their order, each with its label. */
export const optionsOf = <V extends string>(
  values: readonly V[],
  labels: Readonly<Record<NoInfer<V>, string>>,
) => values.map((value) => ({ value, label: labels[value] }));
