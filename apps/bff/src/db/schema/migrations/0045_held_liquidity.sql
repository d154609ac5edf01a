-- Payments of credit lines that cannot be made now wait as reviews.

alter table review drop constraint review_subject_kind_check;
alter table review add constraint review_subject_kind_check
  check (subject_kind in ('transfer', 'deposit', 'kyc', 'account', 'screening', 'drawing', 'reserve',
    'withdrawal'));
