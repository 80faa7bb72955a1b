/** Whether fingers are the main pointer: a focused text field raises a keyboard over the page. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
