import type { PublishedAccount } from './published.ts'

const number = 'account.accountNumber'
const routing = 'account.bankRoutingNumber'
const branch = 'account.branchCode'

const asia: readonly PublishedAccount[] = [
  {
    country: 'IN',
    type: 'BANK',
    rail: 'IMPS',
    source: 'Razorpay, interface reference: fund account of the type bank_account',
    values: { [routing]: 'HDFC0000053', [number]: '765432123456789' },
    bankName: 'HDFC Bank',
    refused: [
      {
        why: 'the fifth character is no zero',
        change: { [routing]: 'HDFC1000053' },
        path: routing,
        says: 'a zero',
      },
      {
        why: 'ten characters',
        change: { [routing]: 'HDFC000053' },
        path: routing,
        says: 'has 11 characters',
      },
      { why: 'eight digits', change: { [number]: '76543212' }, path: number, says: 'at least 9' },
    ],
  },
  {
    country: 'SG',
    type: 'BANK',
    rail: 'FAST',
    source: 'Land Transport Authority, tips on refund bank accounts: DBS',
    values: { [routing]: '7171', [number]: '0052312891' },
    bankName: 'DBS Bank',
    refused: [
      { why: 'the branch alone', change: { [routing]: '005' }, path: routing, says: 'at least 4' },
      { why: 'a letter', change: { [number]: '005231289I' }, path: number, says: 'digits' },
      { why: 'six digits', change: { [number]: '005231' }, path: number, says: 'at least 7' },
      {
        why: 'nine characters of a BIC',
        change: { 'account.bic': 'DBSSSGSGX' },
        path: 'account.bic',
        says: '8 or 11 characters',
      },
    ],
  },
  {
    country: 'PH',
    type: 'BANK',
    rail: 'INSTAPAY',
    // The one row without a published number: none was found, so this one is merely of the length
    // that Airwallex publishes for the country (8 to 16 digits).
    source: 'SWIFT, BIC of BDO Unibank; the account number is made up',
    values: { 'account.bic': 'BNORPHMMXXX', [number]: '001234567890' },
    bankName: 'BDO Unibank',
    refused: [
      {
        why: 'the BIC of a bank in Singapore',
        change: { 'account.bic': 'DBSSSGSG' },
        path: 'account.bic',
        says: 'is of Singapore',
      },
      {
        why: 'nine characters',
        change: { 'account.bic': 'BNORPHMMX' },
        path: 'account.bic',
        says: '8 or 11 characters',
      },
      { why: 'seven digits', change: { [number]: '0012345' }, path: number, says: 'at least 8' },
    ],
  },
  {
    country: 'AU',
    type: 'BANK',
    rail: 'BECS',
    source: 'GoCardless, test bank details: BECS',
    values: { [routing]: '082-082', [number]: '012345678' },
    bankName: 'National Australia Bank',
    refused: [
      { why: 'five digits', change: { [routing]: '082-08' }, path: routing, says: '6 characters' },
      { why: 'a letter', change: { [routing]: '082-08Z' }, path: routing, says: 'digits' },
      { why: 'ten digits', change: { [number]: '0123456789' }, path: number, says: 'at most 9' },
    ],
  },
]

const japan: PublishedAccount = {
  country: 'JP',
  type: 'BANK',
  rail: 'ZENGIN',
  source: 'Stripe, test numbers of payouts: bank and branch 1100 000, account 0001234',
  values: {
    [routing]: '1100',
    [branch]: '000',
    'account.accountType': 'ORDINARY',
    [number]: '0001234',
  },
  bankName: '',
  refused: [
    { why: 'three digits', change: { [routing]: '110' }, path: routing, says: '4 characters' },
    { why: 'two digits', change: { [branch]: '00' }, path: branch, says: '3 characters' },
    { why: 'eight digits', change: { [number]: '00001234' }, path: number, says: '7 characters' },
  ],
}

export const otherAccounts: readonly PublishedAccount[] = [
  ...asia,
  japan,
  {
    country: 'GB',
    type: 'BANK',
    rail: 'FASTER_PAYMENTS',
    source: 'SWIFT, IBAN registry: sort code and number of its example GB29NWBK60161331926819',
    values: { [routing]: '60-16-13', [number]: '31926819' },
    bankName: 'NatWest',
    refused: [
      { why: 'five digits', change: { [routing]: '60-16-1' }, path: routing, says: '6 characters' },
      { why: 'five digits', change: { [number]: '31926' }, path: number, says: '8 characters' },
      { why: 'letters', change: { [number]: 'NWBK6016' }, path: number, says: 'digits' },
    ],
  },
  {
    country: 'NG',
    type: 'BANK',
    rail: 'NIP',
    source: 'Central Bank of Nigeria, NUBAN: example 1 (First Bank)',
    values: { [routing]: '011', [number]: '0000014579' },
    bankName: 'First Bank of Nigeria',
    refused: [
      {
        why: 'another check digit',
        change: { [number]: '0000014578' },
        path: number,
        says: 'does not fit the bank 011',
      },
      {
        why: 'the serial number without its check digit',
        change: { [number]: '000001457' },
        path: number,
        says: 'has 10 digits',
      },
      {
        why: 'the same number at Guaranty Trust Bank',
        change: { [routing]: '058' },
        path: number,
        says: 'does not fit the bank 058',
      },
    ],
  },
  {
    country: 'KE',
    type: 'BANK',
    rail: 'PESALINK',
    source: 'TransferZero, interface reference: payout to a bank in Kenya (Equity Bank)',
    values: { [routing]: '68', [branch]: '404', [number]: '12345678' },
    bankName: 'Equity Bank',
    refused: [
      { why: 'three digits', change: { [routing]: '068' }, path: routing, says: '2 characters' },
      { why: 'two digits', change: { [branch]: '40' }, path: branch, says: '3 characters' },
      { why: 'seven digits', change: { [number]: '1234567' }, path: number, says: 'at least 8' },
    ],
  },
  {
    country: 'KE',
    type: 'MOBILE_MONEY',
    rail: 'MPESA',
    source: 'Safaricom, Daraja: test number of its sandbox',
    values: { [number]: '+254 708 374149' },
    bankName: 'M-PESA',
    refused: [
      {
        why: 'a number of Tanzania',
        change: { [number]: '+255708374149' },
        path: number,
        says: 'no mobile number',
      },
      {
        why: 'a landline of Nairobi',
        change: { [number]: '+254208374149' },
        path: number,
        says: 'no mobile number',
      },
      {
        why: 'without the country code',
        change: { [number]: '0708374149' },
        path: number,
        says: 'begins with +',
      },
    ],
  },
]
