-- The dashboard's keys hold every scope: those that came with the audit log and the pages for keys, too.
update api_key set scopes = scopes || array['audit:read', 'keys:read', 'keys:write']
where kind = 'console' and revoked_at is null and not scopes @> array['audit:read'];
