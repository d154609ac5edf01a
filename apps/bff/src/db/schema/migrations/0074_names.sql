-- Names as the word list of STYLE.md has them; what they hold is unchanged.
alter table reserve_frame rename column told_phase to published_phase;
alter table reserve_frame rename constraint reserve_frame_told_phase_check
  to reserve_frame_published_phase_check;
alter index reserve_frame_untold rename to reserve_frame_unpublished;

alter table daily_limit_told rename to daily_limit_alert;
alter table liquidity_limit_told rename to liquidity_limit_alert;

alter table bank_file_payment rename column is_news to is_unreported;
alter index bank_file_payment_news rename to bank_file_payment_unreported;
alter table bank_file_in rename column heard to reported;

alter table notification rename column words to selectors;
alter table notification rename column except_word to except_selector;
