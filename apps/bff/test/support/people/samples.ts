/** A person that every check accepts. */
export const aPerson = (change: Record<string, unknown> = {}) => ({
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Okonkwo',
  email: 'ada@example.com',
  phoneNumber: '+442071838750',
  nationality: 'GB',
  dateOfBirth: '1990-04-12',
  permanentAddress: {
    addressLine1: '1 Long Lane',
    addressLine2: '',
    locality: '',
    city: 'London',
    state: '',
    country: 'GB',
    postalCode: 'EC1A 9HF',
  },
  ...change,
})

/** A business that every check accepts. */
export const aBusiness = (change: Record<string, unknown> = {}) => ({
  type: 'business',
  email: 'office@example.com',
  phoneNumber: '+6567654321',
  permanentAddress: {
    addressLine1: '8 Marina View',
    city: 'Singapore',
    country: 'SG',
    postalCode: '018960',
  },
  businessName: 'Orchid Clinics Pte',
  registrationNumber: '201912345K',
  taxId: '201912345K',
  incorporationCountry: 'SG',
  incorporationDate: '2019-05-02',
  associatedPersons: [
    {
      firstName: 'Mei',
      lastName: 'Tan',
      email: 'mei@example.com',
      dateOfBirth: '1980-01-02',
      nationality: 'SG',
      roles: ['owner'],
      ownershipPercent: 100,
      address: { addressLine1: '8 Marina View', city: 'Singapore', country: 'SG' },
    },
  ],
  ...change,
})
