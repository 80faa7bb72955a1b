import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

import { addressNow } from '../../wallet/state.ts';

interface Own<T, V> extends Pick<UseMutationOptions<T, Error, V>, 'mutationFn'> {
  readonly onSuccess?: (answer: T, asked: V) => unknown;
  readonly onError?: (error: Error, asked: V) => unknown;
  /** However it went, and whoever is there by then. */
  readonly onSettled?: () => unknown;
}

/**
 * Something that the user does: how it went is told to nobody else, where the wallet uses another account
 * by the time the server answers.
 */
export function useOwnMutation<T, V = void>({ onSuccess, onError, ...rest }: Own<T, V>) {
  return useMutation<T, Error, V, string | null>({
    ...rest,
    onMutate: addressNow,
    onSuccess: (answer, asked, address) =>
      address === addressNow() ? onSuccess?.(answer, asked) : undefined,
    onError: (error, asked, address) =>
      address === addressNow() ? onError?.(error, asked) : undefined,
  });
}
