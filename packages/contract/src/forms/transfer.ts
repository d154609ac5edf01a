import * as z from 'zod/mini'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** The form "New transfer" before a quote is asked for; amounts stay text until they are sent. */
export const transferForm = z.object({
  fromAccountId: required('Choose the account to send from'),
  toAccountId: required('Choose the account to send to'),
  amountMeans: z.enum(['in', 'out']),
  amount: required('Enter an amount'),
  transactionId: required('Enter a reference'),
})
export type TransferForm = z.infer<typeof transferForm>
