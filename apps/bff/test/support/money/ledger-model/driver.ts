import type { Client } from 'pg'
import { groupRows } from '../../../../src/records/ledger/group.ts'
import { groupParameters } from '../../../../src/records/ledger/store.ts'
import { sides, type Totals } from './books.ts'
import { wrongAtEnd } from './position.ts'
import { createWalk } from './walk.ts'
import type { Life, Operation, World } from './world.ts'

/**
 * Runs operations one after the other on the database's side: each is written with the function
 * that the service calls, then the ledger is checked, and its balances compared with the model's.
 * Gives the first thing that is wrong. One call for a whole walk, since 100,000 would be slow.
 */
const driver = `
-- 100,000 checks ask for what changed last; in earnest one a minute does.
create index on posting (created_at);
create index on posting_group (created_at);
create index on transfer (updated_at);
create index on payout (updated_at);

create function model_apply(of_partner uuid, operation jsonb) returns void
language plpgsql as $$
declare g jsonb := operation->'group'; t jsonb; p jsonb := operation->'payout';
begin
  for t in select * from jsonb_array_elements(operation->'transfers') loop
    update transfer set status = t->>'status', updated_at = service_now(),
      held_until = case when (t->>'isHeld')::boolean then service_now() end
    where partner_id = of_partner and id = (t->>'id')::uuid;
    continue when found;
    insert into transfer (partner_id, id, kind, transaction_id, direction, status, event_status,
      from_entity_id, from_account_id, to_entity_id, to_account_id, from_party, to_party,
      jurisdiction_in, jurisdiction_out, currency_in, scale_in, amount_in, currency_out, scale_out,
      amount_out, rate, partner_fees, svc_fees, tx_fees, request_hash, valid_until, created_at,
      updated_at, version, search_text)
    values (of_partner, (t->>'id')::uuid, 'ordinary', t->>'id', '', t->>'status', '',
      of_partner, of_partner, of_partner, of_partner, '{}', '{}', '', '', 'EUR', 2, 1, 'EUR', 2, 1,
      '1', 0, 0, 0, '', service_now(), service_now(), service_now(), 1, '');
  end loop;
  if p is not null then
    insert into payout (partner_id, id, transfer_id, step, attempt, kind, status, jurisdiction_id,
      currency, scale, amount, account_id, payee_outcome, created_at, updated_at)
    values (of_partner, (p->>'id')::uuid, (p->>'transferId')::uuid, p->>'step',
      (p->>'attempt')::int, p->>'kind', p->>'status', '', p->>'currency', (p->>'scale')::int,
      (p->>'amount')::numeric, of_partner, 'MATCH', service_now(), service_now())
    on conflict (partner_id, id) do update set status = excluded.status,
      updated_at = excluded.updated_at;
  end if;
  if g is not null then
    perform post_group((g->>0)::uuid, (g->>1)::uuid, (g->>2)::uuid, g->>3,
      (g->>4)::uuid[], (g->>5)::text[], (g->>6)::text[], (g->>7)::int[], (g->>8)::text[],
      (g->>9)::boolean[], (g->>10)::uuid[], (g->>11)::text[], (g->>12)::text[],
      (g->>13)::uuid[], (g->>14)::uuid[], (g->>15)::text[], (g->>16)::numeric[],
      (g->>17)::timestamptz[], (g->>18)::uuid[], (g->>19)::text[], (g->>20)::text[],
      (g->>21)::uuid[], (g->>22)::numeric[]);
  end if;
end $$;

create function model_run(steps jsonb) returns text
language plpgsql as $$
declare step jsonb; operation jsonb; moment timestamptz; wrong text; place int := 0;
begin
  for step in select * from jsonb_array_elements(steps) loop
    place := place + 1;
    moment := service_now();
    for operation in select * from jsonb_array_elements(step) loop
      if operation ? 'isRefused' then
        begin
          perform model_apply((operation->>'partner')::uuid, operation);
          return place || ' ' || (operation->>'name') || ': was not refused';
        exception when check_violation or unique_violation or no_data_found then null;
        end;
      else
        perform model_apply((operation->>'partner')::uuid, operation);
      end if;
    end loop;

    select string_agg(b.rule || ': ' || b.place, '; ') into wrong from ledger_breaches(moment) b;
    if wrong is null then
      select string_agg('the balance of ' || (e->>0) || ' is not ' || e, '; ') into wrong
      from jsonb_array_elements(step) o
      cross join jsonb_array_elements(o->'balances') e
      left join ledger_balance b on b.partner_id = (o->>'partner')::uuid
        and b.account_id = (e->>0)::uuid
      where (b.debits_pending, b.debits_posted, b.credits_pending, b.credits_posted) is distinct from
        ((e->>1)::numeric, (e->>2)::numeric, (e->>3)::numeric, (e->>4)::numeric);
    end if;
    if wrong is null then
      select string_agg('all balances together are not ' || (o->>'sum'), '; ') into wrong
      from jsonb_array_elements(step) o
      cross join lateral (
        select sum(debits_pending) as dp, sum(debits_posted) as d, sum(credits_pending) as cp,
          sum(credits_posted) as c
        from ledger_balance b where b.partner_id = (o->>'partner')::uuid
      ) b
      where (coalesce(dp, 0), coalesce(d, 0), coalesce(cp, 0), coalesce(c, 0)) is distinct from
        ((o->'sum'->>0)::numeric, (o->'sum'->>1)::numeric, (o->'sum'->>2)::numeric,
          (o->'sum'->>3)::numeric);
    end if;
    if wrong is not null then
      return place || ' ' || (select string_agg(o->>'name', ', ') from jsonb_array_elements(step) o)
        || ': ' || wrong;
    end if;
  end loop;
  return (select string_agg(b.rule || ': ' || b.place, '; ') from ledger_breaches() b);
end $$;

-- Debits minus credits of every account, out of the postings alone.
create function model_accounts(of_partner uuid) returns table (account uuid, balance numeric)
language sql stable as $$
  select side.account, sum(side.amount) from posting p cross join lateral (values
    (p.debit_account, p.amount), (p.credit_account, -p.amount)) as side (account, amount)
  where p.partner_id = of_partner and p.kind in ('single', 'post') group by side.account
$$;
grant execute on function model_apply(uuid, jsonb), model_run(jsonb), model_accounts(uuid)
  to corridor_worker;
`

export const installDriver = (admin: Client): Promise<unknown> => admin.query(driver)

/**
 * Walks some seeds side by side in one transaction; gives what went wrong, or nothing. `names` counts
 * what was done.
 */
export async function runSeeds(
  client: Client,
  seeds: readonly number[],
  length: number,
  { names, end }: { names: Map<string, number>; end: 'commit' | 'rollback' },
): Promise<string | undefined> {
  const walks = seeds.map(createWalk)
  const steps = Array.from({ length }, () =>
    walks.map(({ world, next }) => {
      const operation = next()
      names.set(operation.name, (names.get(operation.name) ?? 0) + 1)
      return write(world, operation)
    }),
  )
  await client.query('begin')
  try {
    await client.query(
      `insert into partner (id, name, environment, created_at)
       select id, 'model', 'sandbox', service_now() from unnest($1::uuid[]) as id`,
      [walks.map(({ world }) => world.partnerId)],
    )
    const { rows } = await client.query<{ wrong: string | null }>('select model_run($1) as wrong', [
      JSON.stringify(steps),
    ])
    if (rows[0]?.wrong) return rows[0].wrong
    for (const { world } of walks) {
      const wrong = (await compareAccounts(client, world)) ?? wrongAtEnd(world)
      if (wrong) return wrong
    }
    return undefined
  } finally {
    await client.query(end)
  }
}

function write(world: World, operation: Operation): object {
  const { name, group, isRefused, transfers = [], payout } = operation
  const { books } = world
  const moved = group ? books.post(group) : []
  if ((moved === undefined) !== (isRefused ?? false))
    throw new Error(`the model ${moved ? 'takes' : 'refuses'} ${name}`)
  if (operation.outside && !isRefused) {
    const { market, amount } = operation.outside
    world.outside.set(market.asset, (world.outside.get(market.asset) ?? 0n) + amount)
  }
  const listed = (id: string, totals: Totals | undefined) => [
    ...(id ? [id] : []),
    ...sides.map((side) => (totals?.[side] ?? 0n).toString()),
  ]
  return {
    partner: world.partnerId,
    name,
    ...(isRefused && { isRefused }),
    transfers: transfers.map(({ id, status, isHeld }: Life) => ({ id, status, isHeld })),
    ...(payout && { payout: payoutOf(payout) }),
    ...(group && { group: groupParameters(groupRows(group)).map(literal) }),
    balances: (moved ?? []).map((id) => listed(id, books.accounts.get(id))),
    sum: listed('', books.sum),
  }
}

function payoutOf({ order, life, step, status, market, amount }: NonNullable<Operation['payout']>) {
  const { id, attempt } = order
  const { currency, scale } = market
  // By a bank: a payout on a chain would need its transaction as well.
  const row = { id, transferId: life.id, step, attempt, kind: 'BANK', status }
  return { ...row, currency, scale, amount: amount.toString() }
}

/** A list as PostgreSQL writes it; anything else stays as it is. */
function literal(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const items = value.map((item) => (item === null ? 'NULL' : JSON.stringify(String(item))))
  return `{${items.join(',')}}`
}

async function compareAccounts(client: Client, world: World): Promise<string | undefined> {
  const { rows } = await client.query<{ account: string; balance: bigint }>(
    'select account, balance from model_accounts($1)',
    [world.partnerId],
  )
  const stored = new Map(rows.map(({ account, balance }) => [account, balance]))
  for (const [id, { debitsPosted, creditsPosted }] of world.books.accounts)
    if ((stored.get(id) ?? 0n) !== debitsPosted - creditsPosted)
      return `account ${id} has ${stored.get(id)}, not ${debitsPosted - creditsPosted}`
  return undefined
}
