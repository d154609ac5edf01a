import type { Endpoint, InputOf, ResponseOf } from '@corridor/contract'
import type { Tx } from '../db/open.ts'
import type { Deps } from '../ports/deps.ts'
import type { Caller } from './request/caller.ts'
import { type Found, type Page, type PageQuery, readPage } from './request/paging.ts'
import type { Refusal } from './request/refusal.ts'

/** Extra headers of an answer, e.g. `Idempotency-Replayed`. */
export type AnswerHeaders = Record<string, string>

/**
 * One operation. `before` makes the outgoing calls (signer, chain, mail), outside any transaction
 * and safe to repeat; `handle` runs in the mount's transaction, which also keeps the answer.
 */
export type Handler<E, P = unknown> = {
  before(input: InputOf<E>, caller: Caller): Promise<P>
  handle(tx: Tx, input: InputOf<E>, caller: Caller, prepared: P): Promise<Answered<E>>
  /** After the commit: wakes workers; its failure changes nothing. */
  after?(input: InputOf<E>, caller: Caller, prepared: P): Promise<void> | void
  /** After a refusal has become the answer; the transaction is undone by then. */
  refused?(refusal: Refusal, caller: Caller): void
  /** It only reads, by statements that each stand alone: it is spared the transaction. */
  reads?: true
  /** Whether this call may share a transaction with others of its operation and partner. */
  shares?(prepared: P): boolean
}

export type Answered<E> = ResponseOf<E> | AnswerWithHeaders<ResponseOf<E>> | WrittenBody

export class AnswerWithHeaders<B> {
  readonly body: B
  readonly headers: AnswerHeaders
  constructor(body: B, headers: AnswerHeaders) {
    this.body = body
    this.headers = headers
  }
}

/** JSON in UTF-8: bytes are sent as they are, a text is encoded each time. */
export type Bytes = Buffer<ArrayBuffer>

/** A body whose JSON is there already. */
export class WrittenBody {
  readonly json: Bytes
  constructor(json: Bytes) {
    this.json = json
  }
}

/** What an operation answers, with a message where there is more to say than the data. */
export function success<T>(data: T): { success: true; data: T }
export function success<T>(data: T, message: string): { success: true; message: string; data: T }
export function success(data: unknown, message?: string) {
  return message === undefined ? { success: true, data } : { success: true, message, data }
}

/**
 * A body of which one member is JSON already, because it was sent before, or a list of such items.
 * Its content has to match the operation's response, which no type checks.
 */
export function writtenBody(
  members: Readonly<Record<string, unknown>>,
  name: string,
  json: Bytes | readonly Bytes[],
): WrittenBody {
  const head = Buffer.from(`${JSON.stringify(members).slice(0, -1)},"${name}":`)
  if (Buffer.isBuffer(json)) return new WrittenBody(Buffer.concat([head, json, mark.end]))
  const items = json.flatMap((item, at) => (at === 0 ? [item] : [mark.next, item]))
  return new WrittenBody(Buffer.concat([head, mark.list, ...items, mark.listEnd]))
}

const mark = {
  end: Buffer.from('}'),
  list: Buffer.from('['),
  next: Buffer.from(','),
  listEnd: Buffer.from(']}'),
}

/**
 * A list that is read page by page, as an operation. `read` finds the page that the query asks for;
 * it takes the rest of the query as its filter.
 */
export const listed =
  <Q, T>(
    deps: Pick<Deps, 'kek'>,
    list: string,
    read: (tx: Tx, caller: Caller, query: Q, page: Page) => Promise<Found<T>>,
    fallback?: { sort?: string; limit?: number },
  ) =>
  async (tx: Tx, { query }: { query: Q & PageQuery }, caller: Caller) => {
    const page = readPage(deps, caller, list, query, fallback)
    const { items, pagination } = await read(tx, caller, query, page)
    return { success: true as const, data: items, pagination }
  }

/** Most operations need no outgoing call and are one function. */
export type Simple<E> = (tx: Tx, input: InputOf<E>, caller: Caller) => Promise<Answered<E>>

// `any` would be the usual answer; `never` in the prepared place keeps each handler's own type.
export type AnyHandler<E> = Simple<E> | Handler<E, never>

export type Handlers<M extends Record<string, Endpoint>> = { [N in keyof M]: AnyHandler<M[N]> }

/** Some of a module's operations, `partOf<typeof wallets>()({ … })`: which ones follows from the record. */
export const partOf =
  <M extends Record<string, Endpoint>>() =>
  <N extends keyof M>(handlers: Pick<Handlers<M>, N>) =>
    handlers

/** Ties `before` and `handle` of one operation together by the type of what they share. */
export const inTwoParts = <E, P>(handler: Handler<E, P>): Handler<E, never> =>
  handler as Handler<E, never>

/** An operation that only reads. Settings that are local to a transaction have no place in it. */
export const reading = <E>(handle: Simple<E>): Handler<E, never> => ({
  before: () => Promise.resolve(undefined as never),
  handle,
  reads: true,
})

/** An operation as its parts, whichever way it was written. */
export function asParts(handler: AnyHandler<Endpoint>): Handler<Endpoint> {
  if (typeof handler !== 'function') return handler
  return {
    before: () => Promise.resolve(undefined),
    handle: (tx, input, caller) => handler(tx, input, caller),
  }
}
