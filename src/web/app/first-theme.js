// Stands in the page itself and runs before the first paint, so that nobody sees the wrong theme flash.
// theme.ts takes over.
{
  let choice = null;
  try {
    choice = localStorage.getItem('lmt-theme');
  } catch {
    // Storage may be blocked; the system's choice is used.
  }
  if (choice !== 'dark' && choice !== 'light') {
    choice = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }
  document.documentElement.dataset.theme = choice;
}
