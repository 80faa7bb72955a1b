/** Where the app under test is open, as a browser names it. */
export const ORIGIN = 'http://localhost:5173';
