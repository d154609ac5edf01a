// What the ordinary run leaves to the long one (`FULL=1`), before a release: journeys with `@full` in
// their titles, most pages, and the journeys whose turn it is not (tools/turns.ts).
import { chosen } from '../../tools/turns.ts'

export const isFull = Boolean(process.env['FULL'])

const sampledCount = 4

/**
 * Pages for the ordinary run: first those whose sources were changed last, then what the seed gives.
 * A page's name begins with its folder in apps/web/src/pages.
 */
export const sampled = <T extends { name: string }>(pages: readonly T[]): T[] =>
  chosen(pages, sampledCount, ({ name }) => `apps/web/src/pages/${name.split(' ')[0]}/${name}`)
