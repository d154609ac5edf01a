// Who may import whom within apps/bff: floors from the ground up.
const { test, npm, floorsOf } = require('./rules.cjs')

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

/** Records: `audit < events, ledger, reviews, notes, search, roles, persons < partners, payin-routes, deposits < approvals < liquidity < transfers`. */
const recordFloors = floorsOf('record', 'apps/bff/src/records', [
  [['audit/', 'Everything is audited, so the audit knows nothing of what it is told.']],
  [
    ['events/', 'Every record tells events; what an event tells of is its writer’s business.'],
    ['ledger/', 'The ledger books legs; what moves the money stands above it.'],
    ['reviews/', 'A review waits for a decision; what is decided about stands above it.'],
    ['notes/', 'A note is kept on any record and knows none of them.'],
    ['search/', 'A text is looked up in one way, whichever list or page asks.'],
    ['roles/', 'A role is a name for scopes; who has it is settled above.'],
    ['persons/', 'Customers of one person are counted together, whatever is counted.'],
  ],
  [
    ['partners/', 'Terms and limits of a partner hold for all that it does.'],
    ['payin-routes/', 'A route is a standing order; it knows no transfer that it begot.'],
    ['deposits/', 'A deposit is what came in; what became of it is the transfer’s.'],
  ],
  [
    [
      'approvals/',
      'Who must agree follows the terms of the partner, and knows no record that waits.',
    ],
  ],
  [['liquidity/', 'A credit line follows the terms of its partner, and knows no transfer.']],
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
  [['notifications/', 'People are told of any event by what its event says alone.']],
  [['views/', 'What a member keeps of lists is kept unread.']],
  [['treasury/', 'The service’s own accounts pay whatever they are told to.']],
  [['screening/', 'Names are looked up in one way, whoever asks and whatever follows.']],
  [['partners/', 'A partner’s balances and fees stand before its customers.']],
  [['kyc/', 'Verification judges a customer by its record, which modules above keep.']],
  [['entities/', 'A customer is there before its accounts and wallets.']],
  [['accounts/', 'An account is the end of a transfer, whichever it is.']],
  [['wallets/', 'A wallet is an account of one’s own; what is sent from it stands above.']],
  [['deposits/', 'Whose money came in is found without knowing what is done with it.']],
  [['liquidity/', 'A credit line lends and is repaid; how its money arrives is told from above.']],
  [['transfers/', 'A transfer is the same whether a person or a route began it.']],
  [['payin-routes/', 'A route begins transfers; how its money arrives is told from above.']],
  [['figures/', 'Figures are summed over transfers, and none of them needs a sum.']],
  [['notes/', 'Notes are written on any record, and no record needs them.']],
  [['audit/', 'The log is read as it is, whatever was done.']],
  [['approvals/', 'Who agrees runs any operation below, and none of them asks by itself.']],
  [['exports/', 'A file has the rows of any list below, read as the list is.']],
  [['search/', 'A search reads records of every kind, and none of them needs it.']],
  [
    [
      'intake/',
      'Who sees both sides stands above both: money that arrives meets transfers and routes here.',
    ],
  ],
  [['sandbox/', 'Controls of the sandbox may move anything, so nothing may need them.']],
])

/** Credit lines: `line < payments < views < reserves, drawings < background < operational < replenish, reads < itself`. */
const liquidityFloors = floorsOf('liquidity', 'apps/bff/src/modules/liquidity', [
  [['line/', 'The line is there before anything is drawn on it.']],
  [['payments/', 'What arrives is used in one way, whoever asked for it.']],
  [['views/', 'A record is shown the same in every answer.']],
  [
    ['reserves/', 'A frame holds credit; who draws on it stands above.'],
    ['drawings/', 'A drawing is paid out; how it is repaid stands above.'],
  ],
  [['background/', 'What is due is done without a request.']],
  [['operational/', 'The partner’s wallet pays what it is told to.']],
  [
    ['replenish/', 'A repayment uses all of the parts below.'],
    ['reads/', 'Reading changes nothing.'],
  ],
  [[itself, 'Handlers and jobs put the parts together.']],
])

/** Wallets: `base < issuers, sign-in, reads < activities < itself`. */
const walletFloors = floorsOf('wallet', 'apps/bff/src/modules/wallets', [
  [['base/', 'Whose wallets they are and what is told of them is the same for every operation.']],
  [
    ['issuers/', 'Which identity providers count is settled before anybody signs in.'],
    ['sign-in/', 'Who may sign is settled before what is signed.'],
    ['reads/', 'Reading changes nothing.'],
  ],
  [['activities/', 'What is prepared and signed may be a further way to sign in.']],
  [[itself, 'Handlers, service and jobs put the parts together.']],
])

/** Transfers: `quotes, reads, payouts < refunds, tracking < funding < travel < execution < actions < itself`. */
const transferFloors = floorsOf('transfer', 'apps/bff/src/modules/transfers', [
  [
    ['quotes/', 'A quote is priced before anything moves.'],
    ['reads/', 'Reading changes nothing, so it needs no one who does.'],
    ['payouts/', 'A payout is an order to pay; why it is paid stands above.'],
  ],
  [
    ['refunds/', 'A refund is a payout back; who asks for it stands above.'],
    ['tracking/', 'A tracking link shows what others read.'],
  ],
  [['funding/', 'Money is taken for a transfer whatever its steps are.']],
  [['travel/', 'A payee’s provider is asked about an order, whichever step sends it.']],
  [['execution/', 'Steps are taken in the same way however the money came.']],
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

module.exports = [
  ...layerRules,
  ...serverFloors,
  ...recordFloors,
  ...moduleFloors,
  ...transferFloors,
  ...liquidityFloors,
  ...walletFloors,
  ...portRules,
]
