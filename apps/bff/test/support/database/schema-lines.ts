import type { Client } from 'pg'

/** All that makes the schema, a line each: tables with rights and row security, and what is on them. */
export async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with place as (select oid from pg_namespace where nspname in ('public', 'signer'))
    select concat_ws(' ', c.relkind, c.oid::regclass, c.relacl, c.relowner::regrole, c.reloptions,
      c.relrowsecurity, c.relforcerowsecurity, pg_get_viewdef(c.oid)) as line
    from pg_class c where c.relnamespace in (table place) and c.relkind in ('r', 'p', 'v', 'S')
    union all
    select concat_ws(' ', a.attrelid::regclass, a.attnum, a.attname, a.atttypid::regtype, a.attnotnull,
      a.attacl, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace in (table place)
      and c.relkind in ('r', 'p', 'v')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where not a.attisdropped
    union all
    select concat_ws(' ', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.connamespace in (table place)
    union all
    select pg_get_indexdef(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace in (table place)
    union all
    select concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl)
    from pg_proc p where p.pronamespace in (table place) and p.prokind = 'f'
    union all
    select concat_ws(' ', t.tgrelid::regclass, pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t where not t.tgisinternal
    union all
    select concat_ws(' ', p.polrelid::regclass, p.polname, p.polcmd, p.polroles::regrole[],
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p
    union all
    select concat_ws(' ', s.setrole::regrole, s.setconfig) from pg_db_role_setting s
    join pg_database d on d.oid = s.setdatabase and d.datname = current_database()
    order by 1`)
  return rows.map(({ line }) => line)
}

/** As `schemaOf`, without the months of partitioned tables, of which there are more as time goes on. */
export const lastingSchemaOf = async (client: Client): Promise<string[]> =>
  (await schemaOf(client)).filter((line) => !/_\d{4}_\d\d(?!\d)/.test(line))
