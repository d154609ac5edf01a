import type { Endpoint } from '@corridor/contract'

type Tag = { name: string; description: string }

/** What a partner calls each module, in the order in which a first transfer meets them. */
export const tags: Readonly<Record<Endpoint['module'], Tag>> = {
  entities: {
    name: 'Customers',
    description: 'People and businesses that you move money for. Each transfer is of a customer.',
  },
  kyc: {
    name: 'Verification',
    description:
      'What has to be known of a customer in each jurisdiction, the submission of answers and documents, and the decision.',
  },
  accounts: {
    name: 'Accounts',
    description:
      'External accounts at banks and wallets, funding accounts that receive money, jurisdictions, and the form of an account in each.',
  },
  transfers: {
    name: 'Transfers',
    description:
      'Quote, execute, follow, cancel and explain a transfer. Its `transactionId` is your own name for it and unique.',
  },
  'payin-routes': {
    name: 'Pay-in routes',
    description: 'Standing instructions: what arrives on one account goes on to another.',
  },
  liquidity: {
    name: 'Liquidity',
    description: 'Credit lines: reserves, drawings and their replenishment.',
  },
  wallets: {
    name: 'Wallets',
    description:
      'Non-custodial wallets of customers. You prepare, the owner signs, you submit; nobody can act without that signature.',
  },
  webhooks: {
    name: 'Webhooks and events',
    description:
      'The history of events, the live stream, and your endpoint with its deliveries. Calls are signed as Standard Webhooks.',
  },
  partners: { name: 'Partner', description: 'Your own record, balances, limits and team.' },
  audit: { name: 'Audit log', description: 'Who did what, with proof that nothing was changed.' },
  keys: { name: 'API keys', description: 'Keys of your programs, and what was called by them.' },
  sandbox: {
    name: 'Sandbox',
    description: 'Outside events of live, simulated. Live answers 404 to all of them.',
  },
}
