// Rules about the database's clock in SQL.
import { type Tree, isTest } from './tree.ts'

const home = 'apps/bff/src/db/moment.ts'

/** Bounds that are judged after the wait for a lock, and what would be lost by the time before it. */
const afterWait: Record<string, string> = {
  'apps/bff/src/modules/accounts/external/proof-store.ts':
    'an attempt that ended meanwhile proves nothing',
  'apps/bff/src/modules/accounts/linking/store.ts': 'a link that ended meanwhile is not chosen',
  'apps/bff/src/modules/transfers/quotes/code-store.ts': 'a code that ended meanwhile is refused',
  'apps/bff/src/modules/webhooks/endpoint/secret-store.ts': 'no ended secret gets a new end',
  'apps/bff/src/outside/bank/books-store.ts': 'no settled payout is refused',
  'apps/bff/src/records/liquidity/quote-store.ts': 'no expired quote is fulfilled',
  'apps/bff/src/records/liquidity/replenishment-store.ts': 'no expired monitor takes a deposit',
  'apps/bff/src/records/transfers/change-store.ts': 'no expired quote is executed',
  'apps/bff/src/records/transfers/store.ts': 'whoever locks a transfer judges it by now',
}

/** Where it is read once: by itself, as the row of a common table, and for a variable of a function. */
const once = [
  /\(select (?:public\.)?service_now\(\)\)/g,
  /\bmaterialized \(\s*select service_now\(\) as /g,
  /:= \(?service_now\(\)/g,
  /^\s*select public\.service_now\(\);$/gm,
]

/**
 * Places that read the clock for each row: that costs forty times as much as once for a statement,
 * and is no bound of an index.
 */
export function clockProblems(tree: Tree, allowed = afterWait): string[] {
  const inFunctions = tree.files('apps/bff/src/db/schema/functions')
  const inServer = tree.files('apps/bff/src').filter((path) => path.endsWith('.ts'))
  return [...inFunctions, ...inServer]
    .filter((path) => !isTest(path) && path !== home && !path.endsWith('/service_now.sql'))
    .flatMap((path) => {
      const source = withoutComments(tree.read(path))
      const rest = once.reduce((text, form) => text.replaceAll(form, ''), source)
      const isLate = source.includes('nowAfterWait') && !Object.hasOwn(allowed, path)
      return [
        ...(rest.includes('service_now()')
          ? [`${path} reads the clock for each row: take serviceNow`]
          : []),
        ...(isLate ? [`${path} is not among those that take nowAfterWait`] : []),
      ]
    })
}

const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*(?:\*|--|\/\/|\/\*).*$/gm, '')
