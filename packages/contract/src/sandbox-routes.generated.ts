// Written by npm run routes from src/operations.ts; do not edit.
import type { Operations } from './operations.ts'
import type { Route } from './service-routes.generated.ts'

export const sandbox = {
  faucet: { method: 'POST', path: '/api/v1/sandbox/chain/faucet' },
  send: { method: 'POST', path: '/api/v1/sandbox/chain/send' },
  mine: { method: 'POST', path: '/api/v1/sandbox/chain/mine' },
  reorg: { method: 'POST', path: '/api/v1/sandbox/chain/reorg' },
  chains: { method: 'GET', path: '/api/v1/sandbox/chain' },
  advanceClock: { method: 'POST', path: '/api/v1/sandbox/clock/advance' },
  clock: { method: 'GET', path: '/api/v1/sandbox/clock' },
  outbox: { method: 'GET', path: '/api/v1/sandbox/outbox' },
  decideKyc: { method: 'POST', path: '/api/v1/sandbox/kyc/{entityId}/decision' },
  setAccountStatus: { method: 'POST', path: '/api/v1/sandbox/external-account/{accountId}/status' },
  depositForTransfer: { method: 'POST', path: '/api/v1/sandbox/transfer/{executionId}/deposit' },
  depositForFunding: { method: 'POST', path: '/api/v1/sandbox/funding/{fundingAccountId}/deposit' },
  payLiquidity: { method: 'POST', path: '/api/v1/sandbox/liquidity/pay' },
  failTransfer: { method: 'POST', path: '/api/v1/sandbox/transfer/{executionId}/fail' },
  reviewTransfer: { method: 'POST', path: '/api/v1/sandbox/transfer/{executionId}/review' },
  decidePayment: { method: 'POST', path: '/api/v1/sandbox/bank/payment/{paymentId}/decision' },
  bankAccounts: { method: 'GET', path: '/api/v1/sandbox/bank/account' },
  tryBankFile: { method: 'POST', path: '/api/v1/sandbox/bank/file/trial' },
  importBankFile: { method: 'POST', path: '/api/v1/sandbox/bank/file' },
  listSetAside: { method: 'GET', path: '/api/v1/sandbox/bank/set-aside' },
  bookSetAside: { method: 'POST', path: '/api/v1/sandbox/bank/set-aside/{lineId}/book' },
  dismissSetAside: { method: 'POST', path: '/api/v1/sandbox/bank/set-aside/{lineId}/dismiss' },
  oidcToken: { method: 'POST', path: '/api/v1/sandbox/oidc/token' },
} as const satisfies { [E in keyof Operations['sandbox']]: Route }
