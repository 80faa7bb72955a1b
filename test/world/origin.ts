/** Origin of the app under test in the browser. */
export const ORIGIN = 'http://localhost:5173';
