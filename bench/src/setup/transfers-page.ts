/** As the dashboard's page of transfers asks: what its columns show, newest first. */
export const pagePath = (limit: number): string =>
  `/api/v1/xfer/transaction/transfers?sort=-createdAt&limit=${limit}&fields=${fields}`

/** Those of `apps/web/src/api/queries/transfers.ts`. */
const fields = [
  'executionId,transactionId,parties,status,eventStatus,direction,exchangeRate,fees,failure.code',
  'refundOf,transactionHash,createdAt,startedAt,completedAt',
  'details.name,details.status,details.startedAt,details.error',
  ...['from', 'to'].flatMap((side) =>
    ['entityId', 'accountId', 'fullName', 'jurisdiction', 'amount', 'currency', 'wallet']
      .concat(['account.accountHolderName', 'account.bankName'])
      .concat(['account.bankIban', 'account.accountNumber'])
      .map((member) => `${side}.${member}`),
  ),
].join()
