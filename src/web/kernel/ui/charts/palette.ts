/** The colours of pictures, in the order in which series take them. */
export const PALETTE = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'] as const;
export type PictureColour = (typeof PALETTE)[number];
