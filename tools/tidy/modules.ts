// One name for one thing: a module has the same name in contract, domain, bff and web.
import type { Tree } from './tree.ts'

const places = {
  contract: 'packages/contract/src',
  domain: 'packages/domain/src',
  bff: 'apps/bff/src/modules',
  web: 'apps/web/src/pages',
} as const
type Place = keyof typeof places

/** The folder names of the architecture. Another name is misspelt or needs to be added here. */
const modules = [
  'entities',
  'kyc',
  'accounts',
  'transfers',
  'payin-routes',
  'liquidity',
  'wallets',
  'webhooks',
  'partners',
  'access',
  'approvals',
  'audit',
  'notes',
  'exports',
  'search',
  'sandbox',
]

/** Places where a module may be absent, and why. A gap that has been filled must be taken out. */
export const gaps: Record<string, Partial<Record<Place, string>>> = {
  access: { contract: 'staff sign-in is the dashboard server’s own, not an operation of the API' },
  approvals: { domain: 'who must agree is the policy’s rule, which modules share' },
  audit: { domain: 'how entries are proven is of packages/signing' },
  notes: {
    domain: 'a note has no rules',
    web: 'notes stand on the pages of their records',
  },
  exports: {
    domain: 'a file has no rules of its own',
    web: 'each list is exported on its own page',
  },
  search: {
    domain: 'how a text is looked up is of the database',
    web: 'the palette stands above every page',
  },
  wallets: { domain: 'what may be signed is the rule of packages/signer' },
  sandbox: {
    domain: 'it moves the outside, and has no rules',
    web: 'its controls stand on the pages of what they move',
  },
}

/** Folders of these places that are no modules. */
const others: Partial<Record<Place, string[]>> = {
  // Background work on the money of all modules, what only staff have, and figures over transfers,
  // whose operations are among those of transfers.
  bff: ['deposits', 'intake', 'screening', 'treasury', 'notifications', 'views', 'figures'],
  domain: [
    'base',
    'calendars',
    'corridors',
    'fields',
    'jurisdictions',
    'ledger',
    'money',
    'policy',
    'rates',
    'zones',
  ],
  // What several modules keep, on one page.
  web: ['overview', 'balances', 'developers', 'inbox', 'settings'],
}

export function moduleProblems(tree: Tree, allowed = gaps): string[] {
  const found = Object.fromEntries(
    Object.entries(places).map(([place, folder]) => [place, modulesIn(tree, place, folder)]),
  )
  const names = [...new Set(Object.values(found).flat())].toSorted()
  return names.flatMap((name) => {
    if (!modules.includes(name)) return [`${name} is not a module of the architecture`]
    return Object.entries(found).flatMap(([place, present]) => {
      const gap = allowed[name]?.[place as Place]
      if (present.includes(name)) return gap ? [`${name} is in ${place}: take its gap out`] : []
      return gap ? [] : [`${name} is missing in ${place}`]
    })
  })
}

function modulesIn(tree: Tree, place: string, folder: string): string[] {
  if (place === 'contract') {
    // The contract has one file per module, beside files that serve them all.
    return modules.filter((name) => tree.exists(`${folder}/${name}.ts`))
  }
  return tree.folders(folder).filter((name) => !others[place as Place]?.includes(name))
}
