/** A table, a constraint that money rests on, and a statement that nothing else refuses. */
export type Probe = readonly [table: string, name: string, attempt: string]

/** One row of each table that `insertBookedTransfer` leaves empty. */
export const otherRows = `
  insert into chain (chain_id, marker, created_at) values ('test', '', now());
  insert into deposit (partner_id, id, source, status, transfer_id, jurisdiction_id, currency, scale,
    amount, sender, bank_entry, received_at, updated_at, version)
  values ($1, gen_random_uuid(), 'BANK', 'FORWARDED', $2, 'jur_test', 'USD', 2, 10000, '{}', 'entry-1',
    now(), now(), 1);
  insert into deposit (partner_id, id, source, status, transfer_id, jurisdiction_id, currency, scale,
    amount, sender, chain_id, hash, log_index, received_at, updated_at, version)
  values ($1, gen_random_uuid(), 'CHAIN', 'FORWARDED', $2, 'jur_test', 'USD', 2, 10000, '{}', 'test',
    '0x1', 1, now(), now(), 1);
  insert into payment_claim (chain_id, hash, purpose, partner_id, subject_id, created_at)
  values ('test', decode(repeat('ab', 32), 'hex'), 'PAYMENTS', $1, gen_random_uuid(), now());
  insert into fee_account (partner_id, account, deposits_total, consumed_total)
  values ($1, 'PAYMENTS', 10, 4);
  insert into fee_entry (partner_id, id, account, type, amount, balance_after, description, position,
    created_at)
  values ($1, gen_random_uuid(), 'PAYMENTS', 'DEPOSIT', 10, 10, '', 1, now());
  insert into fee_deposit (partner_id, id, account, status, chain_id, hash, sender, amount, scale,
    currency, created_at)
  values ($1, gen_random_uuid(), 'PAYMENTS', 'CREDITED', 'test', '0x1', '0xa', 10, 6, 'USDC', now());
  insert into daily_usage (partner_id, day, used) values ($1, '2027-01-01', 5);
  insert into chain_order (chain_id, sender, nonce, purpose, subject, status, partner_id, call,
    signed_at_block, created_at)
  values ('test', '0xa', 1, 'payout', 'payout-1', 'CONFIRMED', $1, '{}', 1, now());
  insert into chain_transaction (chain_id, hash, purpose, sender, nonce, raw, status, created_at)
  values ('test', '0x1', 'payout', '0xa', 1, '', 'CONFIRMED', now())`

/** Writes the table's row once more with other values. */
const again = (table: string, change: string, where = 'true'): string => `
  insert into ${table} select (jsonb_populate_record(t, ${change})).* from ${table} t
  where ${where} limit 1`
const other = (...columns: string[]) =>
  `jsonb_build_object(${columns.map((column) => `'${column}', gen_random_uuid()`).join(', ')})`
const set = (table: string, change: string, where = 'true') =>
  `update ${table} set ${change} where ${where}`

export const probes: readonly Probe[] = [
  // The ledger.
  [
    'ledger_balance',
    'ledger_balance_floor',
    set('ledger_balance', 'debits_posted = credits_posted + 1'),
  ],
  [
    'ledger_balance',
    'ledger_balance_floor',
    set('ledger_balance', 'debits_pending = credits_posted - debits_posted + 1'),
  ],
  ['ledger_balance', 'ledger_balance_debits_pending', set('ledger_balance', 'debits_pending = -1')],
  ['ledger_balance', 'ledger_balance_debits_posted', set('ledger_balance', 'debits_posted = -1')],
  [
    'ledger_balance',
    'ledger_balance_credits_pending',
    set('ledger_balance', 'credits_pending = -1'),
  ],
  ['ledger_balance', 'ledger_balance_pkey', again('ledger_balance', `'{}'`)],
  ['ledger_account', 'ledger_account_pkey', again('ledger_account', `'{}'`)],
  ['posting_group', 'posting_group_pkey', again('posting_group', `'{"step": "other"}'`)],
  [
    'posting_group',
    'posting_group_partner_id_transfer_id_step_key',
    again('posting_group', other('id')),
  ],
  [
    'posting_group',
    'insert_only',
    set('posting_group', `step = 'other'`, `step = 'deposit_received'`),
  ],
  ['posting_group', 'insert_only', 'delete from posting_group'],
  ['posting_group', 'insert_only_truncate', 'truncate posting_group'],
  ['posting', 'posting_pkey', again('posting', `'{}'`)],
  ['posting', 'posting_amount', again('posting', `${other('id')} || '{"amount": 0}'`)],
  [
    'posting',
    'posting_check',
    again('posting', `${other('id')} || jsonb_build_object('debit_account', t.credit_account)`),
  ],
  [
    'posting',
    'posting_resolves',
    again('posting', `${other('id')} || '{"kind": "post"}'`, `kind = 'single'`),
  ],
  ['posting', 'posting_resolves', again('posting', other('id', 'pending_id'), `kind = 'single'`)],
  [
    'posting',
    'posting_times_out',
    again('posting', `${other('id')} || '{"timeout_at": "2027-01-01"}'`, `kind = 'single'`),
  ],
  ['posting', 'insert_only', set('posting', 'amount = amount + 1')],
  ['posting', 'insert_only', 'delete from posting'],
  ['posting', 'insert_only_truncate', 'truncate posting'],
  [
    'posting_resolution',
    'posting_resolution_pkey',
    again('posting_resolution', other('posting_id')),
  ],
  [
    'posting_resolution',
    'posting_resolution_posted',
    again('posting_resolution', `${other('pending_id')} || '{"posted_amount": 6001}'`),
  ],
  [
    'posting_resolution',
    'posting_resolution_posted',
    again('posting_resolution', `${other('pending_id')} || '{"posted_amount": -1}'`),
  ],
  ['posting_resolution', 'insert_only', set('posting_resolution', 'posted_amount = 1')],
  ['posting_resolution', 'insert_only', 'delete from posting_resolution'],
  ['posting_resolution', 'insert_only_truncate', 'truncate posting_resolution'],
  // Money that arrives is taken once.
  ['deposit', 'deposit_pkey', again('deposit', `'{"bank_entry": "entry-2"}'`, `source = 'BANK'`)],
  ['deposit', 'deposit_bank_entry', again('deposit', other('id'), `source = 'BANK'`)],
  ['deposit', 'deposit_log', again('deposit', other('id'), `source = 'CHAIN'`)],
  ['deposit', 'deposit_amount_check', set('deposit', 'amount = 0')],
  ['deposit', 'deposit_check', set('deposit', 'destination_version = 1')],
  ['payment_claim', 'payment_claim_pkey', again('payment_claim', other('subject_id'))],
  ['payment_claim', 'payment_claim_hash_check', set('payment_claim', `hash = '\\xab'`)],
  // Money that goes out goes out once.
  ['payout', 'payout_pkey', again('payout', `'{"attempt": 9}'`)],
  ['payout', 'payout_partner_id_transfer_id_step_attempt_key', again('payout', other('id'))],
  ['payout', 'payout_amount_check', set('payout', 'amount = 0')],
  ['payout', 'payout_check', set('payout', 'account_id = null')],
  ['payout', 'payout_payee_checked', set('payout', `status = 'SUBMITTED', payee_outcome = null`)],
  [
    'payout',
    'payout_payee_checked',
    set('payout', `status = 'SUBMITTED', payee_outcome = 'NO_MATCH', payee_release = null`),
  ],
  ['payout', 'payout_payee_decided', set('payout', `payee_release = 'REVIEW', payee_check = null`)],
  [
    'payout',
    'payout_payee_outcome_check',
    set('payout', `payee_outcome = 'MAYBE', payee_release = 'POLICY'`),
  ],
  ['payout', 'payout_payee_release_check', set('payout', `payee_release = 'MAYBE'`)],
  ['chain_order', 'chain_order_pkey', again('chain_order', `'{"subject": "payout-2"}'`)],
  ['chain_order', 'chain_order_subject', again('chain_order', `'{"nonce": 2}'`)],
  ['chain_transaction', 'chain_transaction_mined', again('chain_transaction', `'{"hash": "0x2"}'`)],
  // Transfers.
  ['transfer', 'transfer_amount_in_check', set('transfer', 'amount_in = 0')],
  ['transfer', 'transfer_amount_out_check', set('transfer', 'amount_out = 0')],
  ['transfer', 'transfer_received_check', set('transfer', 'received = -1')],
  ['transfer', 'transfer_partner_fees_check', set('transfer', 'partner_fees = -1')],
  ['transfer', 'transfer_svc_fees_check', set('transfer', 'svc_fees = -1')],
  ['transfer', 'transfer_tx_fees_check', set('transfer', 'tx_fees = -1')],
  ['transfer', 'transfer_lifecycle', set('transfer', `status = 'REFUNDED'`)],
  ['daily_usage', 'daily_usage_pkey', again('daily_usage', `'{"used": 6}'`)],
  ['daily_usage', 'daily_usage_used_check', set('daily_usage', 'used = -1')],
  ['daily_usage', 'daily_usage_shard_check', set('daily_usage', 'shard = 16')],
  // Accounts of partners.
  ['fee_account', 'fee_account_pkey', again('fee_account', `'{"version": 2}'`)],
  ['fee_account', 'fee_account_check', set('fee_account', 'consumed_total = deposits_total + 1')],
  ['fee_account', 'fee_account_consumed_total_check', set('fee_account', 'consumed_total = -1')],
  ['fee_entry', 'fee_entry_pkey', again('fee_entry', `'{"position": 2}'`)],
  ['fee_entry', 'fee_entry_partner_id_account_position_key', again('fee_entry', other('id'))],
  [
    'fee_entry',
    'fee_entry_amount_check',
    again('fee_entry', `${other('id')} || '{"position": 2, "amount": 0}'`),
  ],
  [
    'fee_entry',
    'fee_entry_balance_after_check',
    again('fee_entry', `${other('id')} || '{"position": 2, "balance_after": -1}'`),
  ],
  ['fee_entry', 'insert_only', set('fee_entry', 'amount = 11')],
  ['fee_entry', 'insert_only', 'delete from fee_entry'],
  ['fee_entry', 'insert_only_truncate', 'truncate fee_entry'],
  ['fee_deposit', 'fee_deposit_pkey', again('fee_deposit', `'{"hash": "0x2"}'`)],
  ['fee_deposit', 'fee_deposit_chain_id_hash_key', again('fee_deposit', other('id'))],
  ['fee_deposit', 'fee_deposit_amount_check', set('fee_deposit', 'amount = 0')],
]
