import type { z } from 'zod';
import type * as adminAudit from './audit/admin-audit.ts';
import type * as adminBlockchain from './audit/chain-audit.ts';
import type * as adminDeposits from './payments/admin-deposits.ts';
import type * as adminForecast from './treasury/admin-forecast.ts';
import type * as adminHealth from './alerts/health.ts';
import type * as adminLog from './audit/admin-log.ts';
import type * as adminMovements from './treasury/admin-movements.ts';
import type * as adminPayouts from './payouts/admin-payouts.ts';
import type * as adminSells from './payouts/admin-sells.ts';
import type * as adminStats from './treasury/admin-stats.ts';
import type * as adminUsers from './users/admin-users.ts';
import type * as adminVaults from './vaults/admin-vaults.ts';
import type * as admin from './users/admin-session.ts';
import type * as auth from './users/auth.ts';
import type * as bonds from './bonds/bonds.ts';
import type { Endpoint } from './base/endpoint.ts';
import type * as events from './base/events.ts';
import type * as help from './help/help.ts';
import type * as local from './base/local.ts';
import type * as portfolio from './portfolio/portfolio.ts';
import type * as prices from './terms/prices.ts';
import type * as proof from './proof/proof.ts';
import type * as protocol from './terms/protocol.ts';
import type * as reminders from './reminders/reminders.ts';
import type * as sells from './sells/sells.ts';
import type * as settings from './terms/settings.ts';
import type * as stakes from './vaults/vaults.ts';
import type * as treasury from './treasury/treasury.ts';

type EndpointsOf<Module> = Extract<Module[keyof Module], Endpoint>;

/** Union of all endpoints, as a type, so that a typed client loads no schema. */
export type AnyEndpoint =
  | EndpointsOf<typeof adminAudit>
  | EndpointsOf<typeof adminBlockchain>
  | EndpointsOf<typeof adminDeposits>
  | EndpointsOf<typeof adminForecast>
  | EndpointsOf<typeof adminHealth>
  | EndpointsOf<typeof adminLog>
  | EndpointsOf<typeof adminMovements>
  | EndpointsOf<typeof adminPayouts>
  | EndpointsOf<typeof adminSells>
  | EndpointsOf<typeof adminStats>
  | EndpointsOf<typeof adminUsers>
  | EndpointsOf<typeof adminVaults>
  | EndpointsOf<typeof admin>
  | EndpointsOf<typeof auth>
  | EndpointsOf<typeof bonds>
  | EndpointsOf<typeof events>
  | EndpointsOf<typeof help>
  | EndpointsOf<typeof local>
  | EndpointsOf<typeof portfolio>
  | EndpointsOf<typeof prices>
  | EndpointsOf<typeof proof>
  | EndpointsOf<typeof protocol>
  | EndpointsOf<typeof reminders>
  | EndpointsOf<typeof sells>
  | EndpointsOf<typeof settings>
  | EndpointsOf<typeof stakes>
  | EndpointsOf<typeof treasury>;

export type Method = AnyEndpoint['method'];
export type JsonPath<M extends Method> = Extract<
  Exclude<AnyEndpoint, { readonly mediaType: string }>,
  { readonly method: M }
>['path'];
/** Paths that respond with a file. */
export type FilePath = Extract<AnyEndpoint, { readonly mediaType: 'text/csv' }>['path'];
export type EndpointAt<M extends Method, P extends string> = Extract<
  AnyEndpoint,
  { readonly method: M; readonly path: P }
>;

export type AnswerOf<E extends Endpoint> = z.output<E['answers'][keyof E['answers']]>;
export type BodyOf<E extends Endpoint> = z.input<NonNullable<E['body']>>;

type Params<E> = E extends { readonly params: infer S extends z.ZodType }
  ? { readonly params: Readonly<z.input<S>> }
  : object;
type Body<E> = E extends { readonly body: infer S extends z.ZodType }
  ? { readonly body: z.input<S> }
  : object;
/** Optional query parameters may be null or empty, and are then not sent. */
type QueryInput<Q> = {
  readonly [Name in keyof Q]: object extends Pick<Q, Name> ? Q[Name] | null | '' : Q[Name];
};
type Query<E> = E extends { readonly query: infer S extends z.ZodType }
  ? object extends z.input<S>
    ? { readonly query?: QueryInput<z.input<S>> }
    : { readonly query: QueryInput<z.input<S>> }
  : object;

/** Path parameters, query and body of a request, as far as the endpoint has them. */
export type RequestOf<E extends Endpoint> = E extends Endpoint
  ? Params<E> & Query<E> & Body<E>
  : never;
