import type { CreateEntity } from '@corridor/contract'
import type { z } from 'zod'

type Customer = z.input<typeof CreateEntity>

/** Amounts are per token, in the order of the instance's chain jurisdictions. */
export type DemoCustomer = {
  /** Names the customer within its partner, in keys and references. */
  key: 'person' | 'business'
  entity: Customer
  walletName: string
  funds: readonly number[]
}
export type DemoTransfer = {
  transactionId: string
  from: DemoCustomer['key']
  to: DemoCustomer['key']
  token: number
  amount: number
}
export type DemoPartner = {
  name: string
  customers: readonly DemoCustomer[]
  transfers: readonly DemoTransfer[]
}

const address = (
  addressLine1: string,
  city: string,
  country: string,
  postalCode: string,
  state = '',
) => ({ addressLine1, addressLine2: '', locality: '', city, state, country, postalCode })

const halden: DemoPartner = {
  name: 'Halden Remit',
  customers: [
    {
      key: 'person',
      entity: {
        type: 'individual',
        firstName: 'Ingrid',
        lastName: 'Solberg',
        email: 'ingrid.solberg@example.com',
        phoneNumber: '+4740612345',
        nationality: 'NO',
        dateOfBirth: '1988-03-17',
        permanentAddress: address('Storgata 14', 'Halden', 'NO', '1771'),
        externalReference: 'HR-C-20418',
      },
      walletName: 'Everyday',
      funds: [2_400, 900],
    },
    {
      key: 'business',
      entity: {
        type: 'business',
        businessName: 'Fjordlys Trading AS',
        registrationNumber: '918273645',
        taxId: 'NO918273645MVA',
        incorporationCountry: 'NO',
        incorporationDate: '2014-09-01',
        website: 'https://fjordlys.example.com',
        industry: 'Wholesale of lighting',
        email: 'treasury@fjordlys.example.com',
        phoneNumber: '+4721234567',
        permanentAddress: address('Bryggen 3', 'Bergen', 'NO', '5003'),
        associatedPersons: [
          {
            firstName: 'Henrik',
            lastName: 'Aas',
            email: 'henrik.aas@fjordlys.example.com',
            dateOfBirth: '1979-11-05',
            nationality: 'NO',
            roles: ['owner', 'signer'],
            ownershipPercent: 70,
            address: address('Nygaten 22', 'Bergen', 'NO', '5017'),
          },
        ],
        externalReference: 'HR-B-00731',
      },
      walletName: 'Operations',
      funds: [48_000, 15_500],
    },
  ],
  transfers: [
    { transactionId: 'HR-2026-10231', from: 'person', to: 'business', token: 0, amount: 240.5 },
    { transactionId: 'HR-2026-10232', from: 'business', to: 'person', token: 0, amount: 1_180 },
    { transactionId: 'HR-2026-10233', from: 'business', to: 'person', token: 1, amount: 76.25 },
  ],
}

const kestrel: DemoPartner = {
  name: 'Kestrel Pay',
  customers: [
    {
      key: 'person',
      entity: {
        type: 'individual',
        firstName: 'Tomás',
        lastName: 'Aguilar Reyes',
        email: 'tomas.aguilar@example.com',
        phoneNumber: '+447400123456',
        nationality: 'MX',
        dateOfBirth: '1993-07-28',
        permanentAddress: address('9 Calvert Avenue', 'London', 'GB', 'E2 7JP'),
        externalReference: 'kp_8842',
      },
      walletName: 'Savings',
      funds: [5_150, 3_000],
    },
    {
      key: 'business',
      entity: {
        type: 'business',
        businessName: 'Harbour & Pine Ltd',
        registrationNumber: '09731846',
        taxId: 'GB287431905',
        incorporationCountry: 'GB',
        incorporationDate: '2017-02-20',
        website: 'https://harbourandpine.example.com',
        industry: 'Furniture import',
        email: 'accounts@harbourandpine.example.com',
        phoneNumber: '+442079460018',
        permanentAddress: address('41 Baltic Wharf', 'Bristol', 'GB', 'BS1 6XG'),
        associatedPersons: [
          {
            firstName: 'Priya',
            lastName: 'Nair',
            email: 'priya.nair@harbourandpine.example.com',
            dateOfBirth: '1985-01-12',
            nationality: 'GB',
            roles: ['owner', 'controller', 'signer'],
            ownershipPercent: 100,
            address: address('6 Cotham Hill', 'Bristol', 'GB', 'BS6 6LF'),
          },
        ],
        externalReference: 'kp_b_1207',
      },
      walletName: 'Supplier payments',
      funds: [126_000, 40_000],
    },
  ],
  transfers: [
    { transactionId: 'KP-77120', from: 'business', to: 'person', token: 1, amount: 412.8 },
    { transactionId: 'KP-77121', from: 'person', to: 'business', token: 1, amount: 1_350 },
    { transactionId: 'KP-77122', from: 'business', to: 'person', token: 0, amount: 89.99 },
  ],
}

/** The two partners of every sandbox, with what their first customers have and did. */
export const demoPartners: readonly DemoPartner[] = [halden, kestrel]
