import { z } from 'zod'

/** The bank members of interface-specification.md 2; empty text where a value is unknown. */
export const BankAccount = z
  .object({
    accountNumber: z.string(),
    accountHolderName: z.string(),
    bankName: z.string(),
    bankAddress: z.string(),
    bankCountry: z.string(),
    bankSwiftCode: z.string(),
    bankRoutingNumber: z.string(),
    bankIban: z.string(),
    bankBic: z.string(),
    branchCode: z.string(),
    accountType: z.string(),
    additionalDetails: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'BankAccount' })
