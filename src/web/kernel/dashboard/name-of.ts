import { adminUsersTexts } from './user-texts.ts';

interface Named {
  readonly username: string;
  readonly walletAddress: string;
}

/** How a user is called: by their name, else by the first eight characters of their wallet. */
export function nameOf({ username, walletAddress }: Named): string {
  return username === '' ? adminUsersTexts.list.unnamed(walletAddress.slice(0, 8)) : username;
}
