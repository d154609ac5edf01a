import { type Column, group, type ListDefinitions, num, time } from './define.ts'

const depositColumns: readonly Column[] = [
  ...group('Deposit', {
    depositId: 'depositId',
    status: 'status',
    heldReason: 'heldReason',
    labels: 'labels',
    depositReference: 'depositReference',
    depositHash: 'depositHash',
    failureCode: 'failure.code',
  }),
  ...group('Payer', {
    senderName: 'sender.name',
    senderAccount: 'sender.accountMasked',
    senderWallet: 'sender.walletAddress',
    reference: 'sender.reference',
  }),
  ...group('Money', {
    amountIn: num('amountIn.amount'),
    currencyIn: 'amountIn.currency',
    amountOut: num('amountOut.amount'),
    currencyOut: 'amountOut.currency',
    exchangeRate: num('exchangeRate'),
    partnerFees: num('fees.partnerFees.amount'),
    svcFees: num('fees.svcFees.amount'),
    txFees: num('fees.txFees.amount'),
    totalFees: num('fees.totalFees.amount'),
    feeCurrency: 'fees.totalFees.currency',
  }),
  ...group('Payout', {
    executionId: 'executionId',
    externalAccountId: 'destination.externalAccountId',
    payoutReference: 'payoutReference',
    payoutHash: 'payoutHash',
  }),
  ...group('Times', { receivedAt: time('receivedAt'), completedAt: time('completedAt') }),
]

export const depositLists = {
  deposits: {
    operation: 'payinRoutes.listDeposits',
    id: 'depositId',
    columns: [
      ...depositColumns,
      ...group('Route and account', {
        teleportId: 'teleportId',
        fundingAccountId: 'fundingAccountId',
        ownerEntityId: 'accountOwner.entityId',
        ownerName: 'accountOwner.name',
        jurisdiction: 'jurisdiction.name',
      }),
    ],
  },
  'route-deposits': {
    operation: 'payinRoutes.deposits',
    id: 'depositId',
    columns: depositColumns,
  },
  'unlisted-deposits': {
    operation: 'payinRoutes.listUnlisted',
    id: 'depositId',
    columns: [
      ...group('Deposit', {
        depositId: 'depositId',
        status: 'status',
        heldReason: 'heldReason',
        kind: 'kind',
        hash: 'hash',
        sender: 'sender',
        walletAddress: 'walletAddress',
        fundingAccountId: 'fundingAccountId',
        executionId: 'executionId',
      }),
      ...group('Money', {
        symbol: 'symbol',
        amountRaw: 'amountRaw',
        decimals: num('decimals'),
        chainId: 'chainId',
        tokenAddress: 'tokenAddress',
      }),
      ...group('Decision', {
        decisionReason: 'decision.reason',
        returnHash: 'decision.returnHash',
      }),
      ...group('Times', {
        receivedAt: time('receivedAt'),
        decidedAt: time('decision.decidedAt'),
      }),
    ],
  },
  'payin-routes': {
    operation: 'payinRoutes.list',
    id: 'routeId',
    columns: [
      ...group('Route', {
        routeId: 'routeId',
        routeStatus: 'routeStatus',
        statusReason: 'statusReason',
      }),
      ...group('From', {
        fundingAccountId: 'fundingAccountId',
        sourceJurisdiction: 'sourceJurisdiction.name',
        sourceCurrency: 'sourceJurisdiction.currency',
        ownerEntityId: 'accountOwner.entityId',
        ownerName: 'accountOwner.name',
      }),
      ...group('To', {
        externalAccountId: 'externalAccountId',
        destinationJurisdiction: 'destinationJurisdiction.name',
        destinationCurrency: 'destinationJurisdiction.currency',
        destinationEntityId: 'destinationEntity.entityId',
        destinationName: 'destinationEntity.name',
        destinationHolder: 'destinationAccount.holderName',
        destinationBank: 'destinationAccount.bankName',
        destinationNumber: 'destinationAccount.numberMasked',
        destinationWallet: 'destination.walletAddress',
      }),
      ...group('Deposits', { totalTransactions: num('totalTransactions'), held: num('held') }),
      ...group('Times', { createdAt: time('createdAt'), lastDepositAt: time('lastDepositAt') }),
    ],
  },
} as const satisfies ListDefinitions
