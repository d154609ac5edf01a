// Who may import whom. Each rule says why, so that a failure explains itself.
// The parser is swc: dependency-cruiser cannot read the compiler interface of TypeScript 7, and
// without @swc/core it finds no imports at all and is green. tools/planted.test.ts guards that.

const test = String.raw`(\.(test|spec)\.tsx?$|/(test|testing|fixtures)/)`
const config = String.raw`(^|/)(vite|vitest|playwright|knip)\.config\.ts$`

/**
 * The path of an npm package in pnpm's store.
 * @param {...string} names
 */
const npm = (...names) =>
  `node_modules/(${names.map((name) => name.replaceAll('/', String.raw`[/+]`)).join('|')})(@|/|$)`

/**
 * Source of `from` may reach itself and the listed paths, nothing else.
 * @param {string} name
 * @param {string} comment
 * @param {string} from folder
 * @param {string[]} allowed patterns of paths
 * @param {boolean} [node] whether Node's own modules are allowed
 */
const only = (name, comment, from, allowed, node = false) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/src/`, pathNot: test },
  to: {
    pathNot: [`^${from}/src/`, ...allowed],
    ...(node ? { dependencyTypesNot: ['core'] } : {}),
  },
})

/**
 * Floors of one house, from the ground up. A floor imports what lies below it, never its neighbours or
 * what lies above. Each is named by a folder (or a pattern of files) and says why it lies there.
 * @param {string} prefix of the rules' names
 * @param {string} house folder
 * @param {[path: string, comment: string][][]} floors
 */
const floorsOf = (prefix, house, floors) =>
  floors.flatMap((folders, height) => {
    const above = floors.slice(height + 1).flat()
    return folders
      .map((own) => {
        const others = [...folders.filter((other) => other !== own), ...above]
        const [path, comment] = own
        return {
          name: `${prefix}-${path.replace(/[^\w-].*$/, '')}`,
          comment,
          severity: 'error',
          from: { path: `^${house}/${path}`, pathNot: test },
          to: { path: others.map(([other]) => `^${house}/${other}`) },
        }
      })
      .filter(({ to }) => to.path.length > 0)
  })

const packageRules = [
  only(
    'contract-is-data',
    'The contract is read by servers, browsers and partners: zod and nothing else.',
    'packages/contract',
    [npm('zod')],
  ),
  only(
    'domain-is-pure',
    'The domain is true without a computer: no I/O, no clock; of the contract only types, of libraries only hashes and the number rules of countries, which others keep up to date.',
    'packages/domain',
    [
      '^packages/contract/src/',
      npm('ibantools', 'clabe-validator', 'cpf-cnpj-validator', '@noble/hashes'),
    ],
  ),
  only(
    'signing-runs-everywhere',
    'Bytes in, bytes out, in browser and server: no node: module, only audited cryptography.',
    'packages/signing',
    [
      npm(
        '@noble/curves',
        '@noble/hashes',
        '@hpke/core',
        '@hpke/common',
        '@scure/base',
        '@scure/bip32',
        '@scure/bip39',
        '@ethereumjs/rlp',
      ),
    ],
  ),
  only(
    'signer-is-alone',
    'The vault sees keys: it takes signing alone, never the API around it.',
    'packages/signer',
    [
      '^packages/signing/src/',
      npm(
        '@noble/curves',
        '@noble/hashes',
        '@scure/bip32',
        '@scure/bip39',
        '@simplewebauthn/server',
        'jose',
        'kysely',
        'pg',
        '@types/pg',
      ),
    ],
    true,
  ),
  only(
    'chains-know-money-only',
    'A chain adapter moves amounts; it knows no transfer, partner or table.',
    'packages/chains',
    ['^packages/domain/src/money/', npm('viem', '@foundry-rs/anvil')],
    true,
  ),
  only(
    'banks-know-money-only',
    'A bank adapter moves amounts; it knows no transfer, partner or table.',
    'packages/banks',
    ['^packages/domain/src/money/', npm('saxes')],
    true,
  ),
  only(
    'client-is-thin',
    'A partner imports the client: it brings the contract and signing, nothing of the server.',
    'packages/client',
    ['^packages/contract/src/', '^packages/signing/src/'],
  ),
]

const lightRules = [
  {
    name: 'contract-types-only',
    comment:
      'Zod weighs 92 kB in a browser. Web, client and domain take types, /routes and /forms of the contract.',
    severity: 'error',
    from: { path: '^(apps/web|packages/client|packages/domain)/src/', pathNot: test },
    to: {
      path: '^packages/contract/src/',
      pathNot: '^packages/contract/src/(routes\\.generated\\.ts|forms/)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'web-without-zod',
    comment:
      'Forms validate with schemas of contract/forms, written in zod/mini; zod itself stays out.',
    severity: 'error',
    from: { path: '^(apps/web/src|packages/contract/src/forms)/', pathNot: test },
    to: { path: npm('zod'), pathNot: '/zod/(v4/)?mini', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'web-sees-no-server',
    comment:
      'The dashboard talks to the API; it shares only contract, domain, client and signing with it.',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: test },
    to: {
      path: ['^apps/bff/', '^packages/(signer|chains|banks)/', '^tools/', '^e2e/', '^bench/'],
    },
  },
  {
    name: 'web-sees-no-node',
    comment: 'The dashboard runs in a browser.',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'journeys-are-partners',
    comment:
      'Journeys and benches use the program as a partner does: through client, contract and signing.',
    severity: 'error',
    from: { path: '^(e2e|bench)/' },
    to: {
      path: ['^apps/', '^packages/(signer|chains|banks|domain)/'],
      // Published account numbers are data, the same for API, form and journey.
      pathNot: '^packages/domain/src/jurisdictions/testing/',
    },
  },
]

const layerRules = [
  {
    name: 'app-reads-no-environment',
    comment: 'main.ts opens things and passes them on; nothing below it may start the program.',
    severity: 'error',
    from: { path: '^apps/bff/src/', pathNot: [test, '^apps/bff/src/(main|admin/|db/)'] },
    to: { path: '^apps/bff/src/(main|config/config)\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'handlers-hold-no-sql',
    comment:
      'A handler translates, calls, shapes. Queries live in the store, rules in the service.',
    severity: 'error',
    from: { path: '^apps/bff/src/modules/.*handlers\\.ts$' },
    to: { path: [npm('kysely', 'pg'), 'store\\.ts$'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'services-hold-no-http',
    comment:
      'A service is called by handlers and by workers: it knows neither Hono nor status codes.',
    severity: 'error',
    from: { path: '^apps/bff/src/modules/', pathNot: ['handlers\\.ts$', test] },
    to: { path: npm('hono', '@hono/zod-openapi', '@hono/node-server') },
  },
]

/** Files that lie in a folder itself: they put its parts together. */
const itself = String.raw`[^/]+\.ts$`

/** The server: `config < db < ports < engine < outside < api < records < modules < dashboard < start < seed < admin, main`. */
const serverFloors = floorsOf('floor', 'apps/bff/src', [
  [['config/', 'Settings and the log are read before anything else is there.']],
  [['db/', 'The database is opened and spoken to; what is kept in it for whom is decided above.']],
  [['ports/', 'A port is the type of what others implement: it knows no implementation.']],
  [['engine/', 'Loop, leader, wake and jobs run anything: they know no table but their own.']],
  [
    [
      'outside/',
      'An adapter does what its port says, whoever asks: it knows neither record nor use case.',
    ],
  ],
  [['api/', 'The mount serves any operation: it knows none of them.']],
  [['records/', 'A record is not a use case: it decides nothing and calls none.']],
  [
    [
      'modules/',
      'A use case is the same for partner, dashboard, seed and operator: it knows none of them.',
    ],
  ],
  [
    [
      'dashboard/',
      'The dashboard’s side of the server is started like the rest, and starts nothing.',
    ],
  ],
  [['start/', 'What is opened and started is the same with and without the sandbox’s data.']],
  [['seed/', 'The sandbox’s data come by the service itself, not by the operator’s commands.']],
  [
    ['admin/', 'Commands and the server are two programs.'],
    ['main\\.ts$', 'Commands and the server are two programs.'],
  ],
])

/** Records: `audit < events, ledger < partners, payin-routes, deposits < transfers`. */
const recordFloors = floorsOf('record', 'apps/bff/src/records', [
  [['audit/', 'Everything is audited, so the audit knows nothing of what it is told.']],
  [
    ['events/', 'Every record tells events; what an event tells of is its writer’s business.'],
    ['ledger/', 'The ledger books legs; what moves the money stands above it.'],
  ],
  [
    ['partners/', 'Terms and limits of a partner hold for all that it does.'],
    ['payin-routes/', 'A route is a standing order; it knows no transfer that it begot.'],
    ['deposits/', 'A deposit is what came in; what became of it is the transfer’s.'],
  ],
  [
    [
      'transfers/',
      'A transfer knows the records that it is made of; nothing but use cases knows it.',
    ],
  ],
  [[itself, 'Background work on records is listed above all of them.']],
])

/** Modules, each of which knows those before it alone. */
const moduleFloors = floorsOf('module', 'apps/bff/src/modules', [
  [['access/', 'Who asks is settled before what is asked.']],
  [['webhooks/', 'Deliveries carry any event and know none.']],
  [['treasury/', 'The service’s own accounts pay whatever they are told to.']],
  [['partners/', 'A partner’s balances and fees stand before its customers.']],
  [['kyc/', 'Verification judges a customer by its record, which modules above keep.']],
  [['entities/', 'A customer is there before its accounts and wallets.']],
  [['accounts/', 'An account is the end of a transfer, whichever it is.']],
  [['wallets/', 'A wallet is an account of one’s own; what is sent from it stands above.']],
  [['deposits/', 'Whose money came in is found without knowing what is done with it.']],
  [['transfers/', 'A transfer is the same whether a person or a route began it.']],
  [['payin-routes/', 'A route begins transfers; how its money arrives is told from above.']],
  [
    [
      'intake/',
      'Who sees both sides stands above both: money that arrives meets transfers and routes here.',
    ],
  ],
  [['sandbox/', 'Controls of the sandbox may move anything, so nothing may need them.']],
])

/** Transfers: `quotes, reads, payouts < refunds, exports < execution, funding < actions < itself`. */
const transferFloors = floorsOf('transfer', 'apps/bff/src/modules/transfers', [
  [
    ['quotes/', 'A quote is priced before anything moves.'],
    ['reads/', 'Reading changes nothing, so it needs no one who does.'],
    ['payouts/', 'A payout is an order to pay; why it is paid stands above.'],
  ],
  [
    ['refunds/', 'A refund is a payout back; who asks for it stands above.'],
    ['exports/', 'An export is a list in a file.'],
  ],
  [
    ['execution/', 'Steps are taken in the same way however the money came.'],
    ['funding/', 'Money is taken for a transfer whatever its steps are.'],
  ],
  [['actions/', 'An action of a person uses all of the parts, and none of them needs it.']],
  [[itself, 'Handlers, service and jobs put the parts together.']],
])

const portRules = [
  {
    name: 'ports-are-types',
    comment: 'A port holds types only; its code lies with who implements it.',
    severity: 'error',
    from: { path: '^apps/bff/' },
    to: { path: '^apps/bff/src/ports/', dependencyTypesNot: ['type-only'] },
  },
]

/** Floors of the dashboard from the ground up: `routing, api < ui < signing < features < pages < app`. */
const webFloors = [
  {
    name: 'routing-knows-no-code',
    comment: 'Addresses and preloading are for everything above; they know no page, query or part.',
    severity: 'error',
    from: { path: '^apps/web/src/routing/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/routing/' },
  },
  {
    name: 'queries-know-no-screen',
    comment: 'Calls, queries and the live stream would be the same under another interface.',
    severity: 'error',
    from: { path: '^apps/web/src/api/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/api/' },
  },
  {
    name: 'ui-knows-no-module',
    comment:
      'The kit serves every page: of the API it knows errors, the service’s clock and what a list is, never a query or a record.',
    severity: 'error',
    from: { path: '^apps/web/src/ui/' },
    to: {
      path: '^apps/web/src/',
      pathNot: '^apps/web/src/(ui/|routing/|api/(clock|errors|list-source)\\.ts$)',
    },
  },
  {
    name: 'primitives-know-no-data',
    comment:
      'Controls, displays and layers know neither router nor queries; links, regions and tables of ui/ do.',
    severity: 'error',
    from: { path: '^apps/web/src/ui/(controls|display|format|overlays|preferences)/' },
    to: { path: ['^apps/web/src/routing/', npm('react-router', '@tanstack/react-query')] },
  },
  {
    name: 'keys-know-no-screen',
    comment: 'What is signed is decoded and compared below every screen that shows it.',
    severity: 'error',
    from: { path: '^apps/web/src/signing/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(signing|api|ui/format)/' },
  },
  {
    name: 'parts-know-no-page',
    comment: 'What two pages share lies in features/; a page is never a library of another.',
    severity: 'error',
    from: { path: '^apps/web/src/features/' },
    to: { path: '^apps/web/src/(pages|app)/' },
  },
  {
    name: 'pages-stand-alone',
    comment: 'What two modules share lies in features/; a page is never a library of another.',
    severity: 'error',
    from: { path: '^apps/web/src/pages/([^/]+)/' },
    to: { path: '^apps/web/src/(pages|app)/', pathNot: '^apps/web/src/pages/$1/' },
  },
  {
    name: 'web-without-folder-circles',
    comment:
      'Two folders that need each other are one folder in two places. Of the server the tidy check holds it: tests there may reach upwards.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^apps/web/src/' },
    to: { circular: true },
  },
]

const generalRules = [
  {
    name: 'no-circular',
    comment: 'A cycle cannot be read, tested or moved in parts. Types may point back.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'apps-without-circles',
    comment: 'Files of an application that need each other, be it for a type, are one file.',
    severity: 'error',
    from: { path: '^apps/(bff|web)/src/', pathNot: test },
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'An import that cannot be found is a typing error or a missing dependency.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-test-code-in-source',
    comment: 'What runs must not depend on what tests it.',
    severity: 'error',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [test, config] },
    to: { path: test },
  },
  {
    name: 'no-dev-dependency-in-source',
    comment: 'What runs may only use what package.json names under dependencies.',
    severity: 'error',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'declared-dependencies',
    comment: 'A package that is not in package.json is there by accident only.',
    severity: 'error',
    from: { pathNot: [config, '^tools/'] },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'public-packages-in-tests-only',
    comment:
      'Other makers’ clients prove that our formats are theirs; the product never needs them.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: test },
    to: { path: 'node_modules/@turnkey[/+]' },
  },
]

module.exports = {
  forbidden: [
    ...packageRules,
    ...lightRules,
    ...layerRules,
    ...serverFloors,
    ...recordFloors,
    ...moduleFloors,
    ...transferFloors,
    ...portRules,
    ...webFloors,
    ...generalRules,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artifacts|test-results)/' },
    // The root's tools, such as fast-check, are there for every package's tests.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
