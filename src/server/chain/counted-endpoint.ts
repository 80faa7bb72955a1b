import type { ProviderCalls } from '../base/provider-calls.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint whose every post is counted, the check of its genesis included. */
export const counted = (endpoint: Endpoint, calls: ProviderCalls | undefined): Endpoint =>
  calls
    ? {
        ...endpoint,
        post: (method, params) => {
          calls.add(method, params);
          return endpoint.post(method, params);
        },
      }
    : endpoint;
