import type { Answer, Sent } from './endpoint-types.ts'

type Page = { data: readonly unknown[]; pagination: { nextCursor: string | null } }

/** The record type of a list's answer. */
export type ItemOf<B> = B extends { data: readonly (infer T)[] } ? T : never

/** Asks for one page after another, by the cursor of the last, until there is no more. */
export async function* eachPage<B>(
  ask: (sent: Sent) => Promise<Answer<B>>,
  request: Sent,
): AsyncGenerator<B, void> {
  let { query = {} } = request
  for (;;) {
    const { body } = await ask({ ...request, query })
    yield body
    const cursor = isPage(body) ? body.pagination.nextCursor : null
    if (cursor === null) return
    query = { ...query, cursor }
  }
}

export async function* eachItem<B>(
  ask: (sent: Sent) => Promise<Answer<B>>,
  request: Sent,
): AsyncGenerator<ItemOf<B>, void> {
  for await (const page of eachPage(ask, request)) {
    if (isPage(page)) yield* page.data as Iterable<ItemOf<B>>
  }
}

function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'data' in body && 'pagination' in body
}
