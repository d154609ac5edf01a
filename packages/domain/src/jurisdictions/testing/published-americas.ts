import type { PublishedAccount } from './published.ts'

const number = 'account.accountNumber'
const routing = 'account.bankRoutingNumber'
const branch = 'account.branchCode'

export const americanAccounts: readonly PublishedAccount[] = [
  {
    country: 'US',
    type: 'BANK',
    rail: 'ACH',
    source: 'GoCardless, test bank details: ACH',
    values: {
      [routing]: '026073150',
      [number]: '2715500356',
      'account.accountType': 'CHECKING',
    },
    bankName: '',
    refused: [
      {
        why: 'a published counter-example of the ABA checksum',
        change: { [routing]: '123456789' },
        path: routing,
        says: 'check digit is wrong',
      },
      {
        why: 'eight digits',
        change: { [routing]: '02607315' },
        path: routing,
        says: 'has 9 digits',
      },
      {
        why: 'the checksum fits, but no Federal Reserve district has the number',
        change: { [routing]: '990000000' },
        path: routing,
        says: 'no routing number',
      },
      {
        why: 'an account type that is none',
        change: { 'account.accountType': 'CURRENT' },
        path: 'account.accountType',
        says: 'CHECKING, SAVINGS',
      },
    ],
  },
  {
    country: 'CA',
    type: 'BANK',
    rail: 'EFT',
    source: 'GoCardless, test bank details: PAD (institution without its leading zero)',
    values: { [routing]: '003', [branch]: '00006', [number]: '1234567' },
    bankName: 'Royal Bank of Canada',
    refused: [
      { why: 'two digits', change: { [routing]: '03' }, path: routing, says: 'has 3 characters' },
      { why: 'four digits', change: { [branch]: '0006' }, path: branch, says: 'has 5 characters' },
      { why: 'a letter', change: { [number]: '123456A' }, path: number, says: 'digits' },
    ],
  },
  {
    country: 'MX',
    type: 'BANK',
    rail: 'SPEI',
    source: 'Example of several public interfaces to SPEI, among them clients of STP',
    values: { [number]: '032180000118359719' },
    bankName: 'IXE Banco',
    refused: [
      {
        why: 'another check digit',
        change: { [number]: '032180000118359718' },
        path: number,
        says: 'check digit is wrong',
      },
      {
        why: '17 digits',
        change: { [number]: '03218000011835971' },
        path: number,
        says: 'has 18 digits',
      },
      {
        why: 'a letter',
        change: { [number]: '03218000011835971O' },
        path: number,
        says: 'has 18 digits',
      },
    ],
  },
  {
    country: 'BR',
    type: 'BANK',
    rail: 'PIX',
    // The CPF and the CNPJ are the worked examples of textbooks; the UUID is that of the static code
    // in the Banco Central's Pix manual.
    source: 'Textbooks on the check digits of a CPF: 111.444.777-35',
    values: {
      'account.additionalDetails.pixKeyType': 'CPF',
      'account.additionalDetails.pixKey': '111.444.777-35',
    },
    bankName: '',
    refused: [
      {
        why: 'another check digit',
        change: { 'account.additionalDetails.pixKey': '111.444.777-36' },
        path: 'account.additionalDetails.pixKey',
        says: 'no CPF',
      },
      {
        why: 'a CPF of eleven equal digits, which nobody has',
        change: { 'account.additionalDetails.pixKey': '111.111.111-11' },
        path: 'account.additionalDetails.pixKey',
        says: 'no CPF',
      },
      {
        why: "the manual's e-mail as a phone number",
        change: {
          'account.additionalDetails.pixKeyType': 'PHONE',
          'account.additionalDetails.pixKey': 'fulano_da_silva.recebedor@example.com',
        },
        path: 'account.additionalDetails.pixKey',
        says: '+55',
      },
      {
        why: 'a CNPJ with another check digit',
        change: {
          'account.additionalDetails.pixKeyType': 'CNPJ',
          'account.additionalDetails.pixKey': '11.222.333/0001-82',
        },
        path: 'account.additionalDetails.pixKey',
        says: 'no CNPJ',
      },
      {
        why: 'a UUID without its last digit',
        change: {
          'account.additionalDetails.pixKeyType': 'RANDOM',
          'account.additionalDetails.pixKey': '123e4567-e12b-12d1-a456-42665544000',
        },
        path: 'account.additionalDetails.pixKey',
        says: 'UUID',
      },
      {
        why: 'a kind that is none',
        change: { 'account.additionalDetails.pixKeyType': 'RG' },
        path: 'account.additionalDetails.pixKeyType',
        says: 'CPF, CNPJ',
      },
    ],
  },
  {
    country: 'BR',
    type: 'BANK',
    rail: 'TED',
    // The bank's own page was not at hand: several public clients of its interface agree on the number.
    source: 'Public clients of Banco do Brasil, batch payments: sandbox account 1607 / 99738672-X',
    values: {
      [routing]: '001',
      [branch]: '1607',
      [number]: '99738672-X',
      'account.accountType': 'CHECKING',
      'account.additionalDetails.holderCpf': '111.444.777-35',
    },
    bankName: 'Banco do Brasil',
    refused: [
      { why: 'two digits', change: { [routing]: '01' }, path: routing, says: 'has 3 characters' },
      { why: 'three digits', change: { [branch]: '160' }, path: branch, says: 'at least 4' },
      {
        why: 'a letter within',
        change: { [number]: '997X8672-X' },
        path: number,
        says: 'may be X',
      },
      {
        why: 'a CPF with another check digit',
        change: { 'account.additionalDetails.holderCpf': '111.444.777-30' },
        path: 'account.additionalDetails.holderCpf',
        says: 'no CPF',
      },
    ],
  },
]
