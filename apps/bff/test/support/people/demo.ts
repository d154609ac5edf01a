/**
 * What a first start makes: two partners with five customers each, two of them with a wallet, and their
 * transfers. The first partner has used its credit line.
 */
export const expectedDemo = {
  counts: {
    // The third is the operator itself, which owns no partner's money.
    partner: 3,
    entity: 10,
    kyc_submission: 8,
    kyc_document: 22,
    wallet: 4,
    wallet_account: 8,
    external_account: 20,
    funding_account: 7,
    // Of today, and of the days before.
    deposit: 14 + 70,
    fee_deposit: 4,
    payin_route: 4,
    transfer: 20 + 71,
    reserve_frame: 2,
    liquidity_transaction: 3,
    replenish_quote: 1,
    replenishment: 1,
    fulfilment: 1,
    // Two fees and one repayment.
    liquidity_payment: 3,
  },
  customers: [
    {
      frames: ['HR-R-118 ACCEPTED ACTIVE 42500', 'HR-R-119 ACCEPTED UPCOMING 0'],
      drawings: [
        'HR-L-2026-0041 DISBURSED 42500',
        'HR-L-2026-0042 OVERDUE 12000',
        'HR-L-2026-0043 REPLENISHED 0',
      ],
      tokenBalance: 20_000,
      sent: [
        'HR-2026-10231 COMPLETED Ingrid Solberg 240.5 USDC',
        'HR-2026-10232 COMPLETED Fjordlys Trading AS 1180 USDC',
        'HR-2026-10233 COMPLETED Fjordlys Trading AS 76.25 DAI',
        'HR-2026-10301 COMPLETED Fjordlys Trading AS 640 EUR',
        'HR-2026-10302 COMPLETED Ingrid Solberg 400 USD',
        'HR-2026-10303 COMPLETED Ingrid Solberg 150 USDC',
        'HR-2026-10304 PENDING Fjordlys Trading AS 915 EUR',
        'HR-2026-10305 FAILED Fjordlys Trading AS 280 EUR',
        'forwarded COMPLETED Fjordlys Trading AS 1260 EUR',
        'forwarded COMPLETED Ingrid Solberg 184.5 USD',
        'forwarded COMPLETED Ingrid Solberg 620 USD',
      ],
      past: { COMPLETED: 33, REFUNDED: 2 },
      routes: [
        'EUR United Kingdom active 1 deposits, 0 held',
        'USD Corridor Dev Chain USDC active 3 deposits, 1 held',
      ],
      bank: {
        waiting: ['620 beside 1'],
        unassigned: ['RETURN'],
        aside: ['48.505'],
        deposits: ['camt.054 camt.053'],
        reported: ['ACTC PDNG ACSC'],
      },
      held: [
        customer('amara.nwosu@example.com', 'UNDER_REVIEW', { banks: ['Nigeria'] }),
        customer('ingrid.solberg@example.com', 'APPROVED', {
          wallet: 'Everyday',
          tokens: ['4532.879075 USDC', '976.25 DAI'],
          banks: ['Spain', 'United States'],
          funding: ['United States'],
        }),
        customer('jonas.berg@example.com', 'INFORMATION_REQUIRED'),
        customer('post@auroraseafood.example.com', 'NOT_STARTED'),
        customer('treasury@fjordlys.example.com', 'APPROVED', {
          wallet: 'Operations',
          tokens: ['47060.5 USDC', '15423.75 DAI'],
          banks: ['Germany', 'India', 'United Kingdom'],
          funding: ['Corridor Dev Chain USDC', 'Germany'],
        }),
      ],
    },
    {
      frames: [],
      drawings: [],
      tokenBalance: 0,
      sent: [
        'KP-77120 COMPLETED Harbour & Pine Ltd 412.8 DAI',
        'KP-77121 COMPLETED Tomás Aguilar Reyes 1350 DAI',
        'KP-77122 COMPLETED Harbour & Pine Ltd 89.99 USDC',
        'KP-77131 COMPLETED Harbour & Pine Ltd 820 AUD',
        'KP-77132 IN_REVIEW Tomás Aguilar Reyes 300 GBP',
        'KP-77133 REFUNDED Tomás Aguilar Reyes 260 GBP',
        'KP-77134 CANCELLED Harbour & Pine Ltd 540 AUD',
        'forwarded COMPLETED Harbour & Pine Ltd 930 USDC',
        'forwarded COMPLETED Tomás Aguilar Reyes 455 USD',
      ],
      past: { CANCELLED: 1, COMPLETED: 33, REFUNDED: 2 },
      routes: [
        'USD Mexico inactive 2 deposits, 1 held',
        'USDC Australia active 1 deposits, 0 held',
      ],
      bank: { waiting: [], unassigned: [], aside: [], deposits: [], reported: [] },
      held: [
        customer('accounts@harbourandpine.example.com', 'APPROVED', {
          wallet: 'Supplier payments',
          tokens: ['125910.01 USDC', '40937.2 DAI'],
          banks: ['Australia', 'Kenya', 'Philippines'],
          funding: ['Corridor Dev Chain USDC', 'Germany'],
        }),
        customer('daniel.tan@example.com', 'INFORMATION_REQUIRED', { banks: ['Singapore'] }),
        customer('grace.wanjiru@example.com', 'UNDER_REVIEW'),
        customer('hello@saltmarshceramics.example.com', 'NOT_STARTED'),
        customer('tomas.aguilar@example.com', 'APPROVED', {
          wallet: 'Savings',
          tokens: ['5239.99 USDC', '2062.8 DAI'],
          banks: ['Mexico', 'United Kingdom'],
          funding: ['Germany', 'United States'],
        }),
      ],
    },
  ],
}

type Has = { wallet?: string; tokens?: string[]; banks?: string[]; funding?: string[] }
function customer(
  email: string,
  kycStatus: string,
  { wallet, tokens = [], banks = [], funding = [] }: Has = {},
) {
  return {
    email,
    kycStatus,
    banks: banks.map((name) => `${name} ENABLED`),
    funding: funding.map((name) => `${name} ACTIVE`),
    authMethods: wallet ? ['API_Key ACTIVE', 'Email_Auth PENDING_VERIFICATION'] : [],
    wallets: wallet ? [`${wallet} 2`] : [],
    tokens,
  }
}
