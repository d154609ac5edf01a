-- Names as the word list of STYLE.md has them; what they hold is unchanged.
alter table reserve_frame rename column told_phase to published_phase;
alter index reserve_frame_untold rename to reserve_frame_unpublished;

alter table daily_limit_told rename to daily_limit_alert;
alter table liquidity_limit_told rename to liquidity_limit_alert;

alter table bank_file_payment rename column is_news to is_unreported;
alter index bank_file_payment_news rename to bank_file_payment_unreported;
alter table bank_file_in rename column heard to reported;

alter table notification rename column words to selectors;
alter table notification rename column except_word to except_selector;

-- Constraints follow their tables and columns.
do $$
declare named record;
begin
  for named in
    select conrelid::regclass as of, conname as before,
      replace(replace(replace(replace(replace(conname,
        '_limit_told_', '_limit_alert_'), '_told_phase_', '_published_phase_'),
        '_is_news_', '_is_unreported_'), 'bank_file_in_heard_', 'bank_file_in_reported_'),
        '_except_word_', '_except_selector_') as after
    from pg_constraint where connamespace = 'public'::regnamespace
  loop
    if named.after <> named.before then
      execute format('alter table %s rename constraint %I to %I', named.of, named.before, named.after);
    end if;
  end loop;
end $$;
