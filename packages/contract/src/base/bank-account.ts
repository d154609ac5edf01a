import { z } from 'zod'

/** The bank members of interface-specification.md 2; empty text where a value is unknown. */
export const BankAccount = z
  .object({
    accountNumber: z.string().describe('Number of the account; empty where it has an IBAN alone.'),
    accountHolderName: z.string().describe('Name of the holder, as the bank has it.'),
    bankName: z.string().describe('Name of the bank.'),
    bankAddress: z.string().describe('Address of the bank; empty where it is not known.'),
    bankCountry: z.string().describe('Country of the bank as two capital letters (ISO 3166).'),
    bankSwiftCode: z.string().describe('SWIFT code of the bank; empty where the country has none.'),
    bankRoutingNumber: z
      .string()
      .describe('Routing number, such as ABA or sort code; empty where the country has none.'),
    bankIban: z.string().describe('IBAN; empty where the country has none.'),
    bankBic: z.string().describe('BIC of the bank; empty where the country has none.'),
    branchCode: z.string().describe('Code of the branch; empty where the country has none.'),
    accountType: z
      .string()
      .describe('Kind of account, such as CHECKING; empty where the country has none.'),
    additionalDetails: z
      .record(z.string(), z.unknown())
      .describe('What the country asks for beyond these, by the keys of the requirements.'),
  })
  .meta({ id: 'BankAccount' })
