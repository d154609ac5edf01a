/** Every address of the dashboard. Links and redirects take them from here, never from a text in place. */
export const paths = {
  signIn: '/sign-in',
  recover: '/recover',
  recoverLink: (token = ':token') => `/recover/${token}`,
  enrol: (token = ':token') => `/enrol/${token}`,
  track: (token = ':token') => `/track/${token}`,
  overview: '/',
  /** The list that a record's page lies under. */
  listOf: (pathname: string) => `/${pathname.split('/')[1] ?? ''}`,

  transfers: '/transfers',
  newTransfer: '/transfers/new',
  transferDraft: (draftId = ':draftId') => `/transfers/new/${draftId}`,
  transfer: (executionId = ':executionId', tab?: string) =>
    `/transfers/${executionId}${tab ? `/${tab}` : ''}`,
  receipt: (executionId = ':executionId') => `/transfers/${executionId}/receipt`,
  payments: '/payments',
  approvals: '/approvals',
  approvalsShown: (show: string) => `/approvals?show=${show}`,
  approvalPolicy: '/approvals/policy',
  approval: (approvalId = ':approvalId') => `/approvals/${approvalId}`,

  entities: '/entities',
  newEntity: '/entities/new',
  kycQueue: '/entities/queue',
  editEntity: (entityId = ':entityId') => `/entities/${entityId}/edit`,
  entity: (entityId = ':entityId', tab?: string) => `/entities/${entityId}${tab ? `/${tab}` : ''}`,

  wallets: '/wallets',
  wallet: (entityId = ':entityId', tab?: string) => `/wallets/${entityId}${tab ? `/${tab}` : ''}`,

  accounts: '/accounts',
  newAccount: '/accounts/new',
  externalAccounts: '/accounts/external',
  externalAccount: (accountId = ':accountId') => `/accounts/external/${accountId}`,
  fundingAccounts: '/accounts/funding',
  newFundingAccount: '/accounts/funding/new',
  fundingAccount: (fundingAccountId = ':fundingAccountId') =>
    `/accounts/funding/${fundingAccountId}`,
  webhooks: (tab?: string, endpointId?: string) =>
    `/webhooks${tab ? `/${tab}` : ''}${endpointId ? `?endpoint=${endpointId}` : ''}`,
  webhookDelivery: (deliveryId: string) => `/webhooks/deliveries?open=${deliveryId}`,
  webhookReplay: (recoveryId: string) => `/webhooks/deliveries?replay=${recoveryId}`,
  webhookEvents: '/webhooks/events',
  webhookEvent: (eventId = ':eventId') => `/webhooks/events/${eventId}`,

  payinRoutes: '/routes',
  newPayinRoute: '/routes/new',
  heldDeposits: '/routes/held',
  waitingPayments: '/routes/waiting',
  bankFiles: '/routes/files',
  payinDeposits: '/routes/deposits',
  payinDeposit: (depositId = ':depositId') => `/routes/deposits/${depositId}`,
  payinRoute: (routeId = ':routeId', tab?: string) => `/routes/${routeId}${tab ? `/${tab}` : ''}`,
  payinSheet: (routeId = ':routeId') => `/routes/${routeId}/sheet`,

  liquidity: '/liquidity',
  /** Its parts are in `liquidity-paths.ts`: they are not needed before one of its pages is. */
  liquidityParts: '/liquidity/:part?/:id?/:tab?',
  balances: '/balances',

  drafts: '/drafts',
  developers: (tab?: string) => `/developers${tab ? `/${tab}` : ''}`,
  apiKey: (keyId = ':keyId') => `/developers/keys/${keyId}`,
  loggedRequest: (requestId = ':requestId') => `/developers/requests/${requestId}`,
  team: '/team',
  roles: '/team/roles',
  audit: '/audit',
  auditEntry: (auditId = ':auditId') => `/audit/${auditId}`,
  inbox: '/inbox',
  settings: (tab?: string) => `/settings${tab ? `/${tab}` : ''}`,
} as const
