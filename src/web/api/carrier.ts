type Carrier = (path: string, init: RequestInit) => Promise<Response>;

const direct: Carrier = (path, init) => fetch(path, init);
let carrier = direct;

/** Every call of the app, to the server or the chain, goes through here. */
export function carry(path: string, init: RequestInit): Promise<Response> {
  return carrier(path, init);
}

/** Has something else answer from now on: no call leaves the page any more. */
export function carryBy(next: Carrier): void {
  carrier = next;
}

/** Whether something else answers: this is the demo. */
export function isCarried(): boolean {
  return carrier !== direct;
}
