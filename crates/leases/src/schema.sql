-- Leases of Tacklebox in PostgreSQL 13 or later. Run by an administrator; safe to run again. Clients may only call the functions: grant
-- the role tacklebox_client to each person's own login role. The time is the server's.

begin;

create schema if not exists tacklebox;

create table if not exists tacklebox.lease (
    project text not null,
    intent text not null,
    session text not null,
    machine text not null,
    person text not null,
    token bigint not null,
    since timestamptz not null,
    expires timestamptz not null,
    primary key (project, intent)
);

-- The version of this format. A client refuses a later one.
create or replace function tacklebox.version() returns integer
language sql immutable as $$ select 1 $$;

-- One row: whether the claim was granted, and who holds the intent. clock_timestamp() is read after the row is locked,
-- so a lease never begins before its predecessor has ended.
create or replace function tacklebox.claim(
    p_project text, p_intent text, p_session text, p_machine text, p_ttl double precision
) returns table (
    granted boolean, session text, machine text, person text, token bigint, since timestamptz, left_s double precision
) language plpgsql security definer set search_path = tacklebox, pg_temp as $$
#variable_conflict use_column
declare
    old lease;
    is_same boolean;
begin
    if p_ttl is null or p_ttl < 1 or p_ttl > 86400 then
        raise exception 'a lease lasts from a second to a day' using errcode = 'invalid_parameter_value';
    end if;
    insert into lease values (p_project, p_intent, p_session, p_machine, session_user, 0, now(), '-infinity')
        on conflict (project, intent) do nothing;
    select * into strict old from lease where project = p_project and intent = p_intent for update;
    is_same := (old.session, old.machine, old.person) = (p_session, p_machine, session_user::text)
        and old.expires <> '-infinity';
    if not is_same and old.expires > clock_timestamp() then
        return query select false, old.session, old.machine, old.person, old.token, old.since,
            extract(epoch from old.expires - clock_timestamp())::double precision;
        return;
    end if;
    return query update lease as l set
            session = p_session, machine = p_machine, person = session_user,
            token = old.token + (not is_same)::integer,
            since = case when is_same then old.since else clock_timestamp() end,
            expires = clock_timestamp() + p_ttl * interval '1 second'
        where project = p_project and intent = p_intent
        returning true, l.session, l.machine, l.person, l.token, l.since, p_ttl;
end $$;

-- A row for each lease that was renewed.
create or replace function tacklebox.renew(
    p_project text, p_intents text[], p_sessions text[], p_machines text[], p_tokens bigint[],
    p_ttl double precision
) returns table (intent text, session text)
language plpgsql security definer set search_path = tacklebox, pg_temp as $$
#variable_conflict use_column
begin
    if p_ttl is null or p_ttl < 1 or p_ttl > 86400 then
        raise exception 'a lease lasts from a second to a day' using errcode = 'invalid_parameter_value';
    end if;
    return query update lease as l
        set expires = clock_timestamp() + p_ttl * interval '1 second'
        from unnest(p_intents, p_sessions, p_machines, p_tokens) as h(intent, session, machine, token)
        where l.project = p_project and l.intent = h.intent and l.session = h.session and l.machine = h.machine
            and l.person = session_user and l.token = h.token and l.expires > clock_timestamp()
        returning l.intent, l.session;
end $$;

create or replace function tacklebox.release(
    p_project text, p_intent text, p_session text, p_machine text, p_token bigint
) returns boolean language sql security definer set search_path = tacklebox, pg_temp as $$
    with released as (
        update lease set expires = '-infinity'
        where project = p_project and intent = p_intent and session = p_session and machine = p_machine
            and token = p_token and person = session_user and expires > clock_timestamp()
        returning 1)
    select exists (select from released)
$$;

create or replace function tacklebox.holders(p_project text) returns table (
    intent text, session text, machine text, person text, token bigint, since timestamptz, left_s double precision
) language sql security definer set search_path = tacklebox, pg_temp as $$
    select intent, session, machine, person, token, since,
        extract(epoch from expires - clock_timestamp())::double precision
    from lease where project = p_project and expires > clock_timestamp() order by intent
$$;

-- The token of each intent that was ever leased: commits with an older one are refused.
create or replace function tacklebox.tokens(p_project text) returns table (intent text, token bigint)
language sql security definer set search_path = tacklebox, pg_temp as $$
    select intent, token from lease where project = p_project
$$;

do $$ begin
    if not exists (select from pg_roles where rolname = 'tacklebox_client') then
        create role tacklebox_client;
    end if;
end $$;
revoke all on table tacklebox.lease from public;
revoke all on all functions in schema tacklebox from public;
grant usage on schema tacklebox to tacklebox_client;
grant execute on all functions in schema tacklebox to tacklebox_client;

commit;
