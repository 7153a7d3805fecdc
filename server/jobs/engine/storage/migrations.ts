/**
 * The engine's tables are in PostgreSQL's schema `jobs`. A released entry is never edited; a change is a new entry. JSON is stored as text
 * and never parsed by PostgreSQL, which rejects some of it (\\u0000): one user's data must not block others.
 */
export const MIGRATIONS: string[] = [
  `
  create table jobs.event (
    id text primary key,
    name text not null,
    body text not null,
    received_at timestamptz not null default now()
  );
  create index event_name on jobs.event (name, received_at);
  create index event_received on jobs.event using brin (received_at);

  create table jobs.run (
    id text collate "C" primary key,
    function_id text not null,
    state text not null default 'queued' check (state in ('queued', 'active', 'completed', 'failed', 'cancelled')),
    event text not null,
    more_events text,
    driver uuid,
    attempt int not null default 0,
    seq int not null default 0,
    open int not null default 0 check (open >= 0),
    deaths int not null default 0,
    priority int not null default 0,
    singleton text,
    parent_run text collate "C",
    parent_step text,
    output text,
    error text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz
  );
  comment on column jobs.run.more_events is 'JSON objects after the first one, separated by commas';
  comment on column jobs.run.driver is 'the one job that may ask for the next steps; null while steps are open';
  comment on column jobs.run.seq is 'number of finished steps, also the order in which they finished';
  comment on column jobs.run.open is 'number of steps that are planned, sleeping, waiting or invoking';
  comment on column jobs.run.deaths is 'how often in a row a process died while it worked on this run';
  create index run_function on jobs.run (function_id, id);
  create index run_open on jobs.run (function_id, singleton) where ended_at is null;
  create index run_trouble on jobs.run (state, id) where state in ('failed', 'cancelled');

  create table jobs.step (
    run_id text collate "C" not null references jobs.run on delete cascade,
    id text not null,
    name text not null,
    op text not null,
    state text not null check (state in ('planned', 'sleeping', 'waiting', 'invoking', 'done')),
    attempt int not null default 0,
    memo text,
    failed boolean not null default false,
    seq int,
    race boolean not null default false,
    job uuid,
    event_name text,
    expression text,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (run_id, id)
  );
  comment on column jobs.step.memo is 'what the SDK is told about the finished step, in the form it expects';
  create index step_waiting on jobs.step (event_name) where state = 'waiting';

  create sequence jobs.worker as int;
  create table jobs.lease (
    job uuid primary key,
    worker int not null,
    tries int not null,
    run_id text collate "C",
    taken_at timestamptz not null default now()
  );
  create index lease_worker on jobs.lease (worker);

  create table jobs.slot (
    key text not null,
    job uuid not null,
    primary key (key, job)
  );
  create index slot_job on jobs.slot (job);
  create table jobs.parked (
    id bigint generated always as identity primary key,
    key text not null,
    keys text[] not null,
    limits int[] not null,
    job uuid not null unique,
    data jsonb not null,
    priority int not null,
    parked_at timestamptz not null default now()
  );
  comment on column jobs.parked.key is 'the one of its keys that was found full: whoever frees a place there looks at it';
  create index parked_key on jobs.parked (key, priority desc, id);

  create table jobs.idempotency (
    function_id text not null,
    key text not null,
    expires_at timestamptz not null,
    primary key (function_id, key)
  );
  create table jobs.hit (
    function_id text not null,
    key text not null,
    at timestamptz not null default now()
  );
  create index hit_key on jobs.hit (function_id, key, at);
  create table jobs.hold (
    function_id text not null,
    key text not null,
    job uuid not null,
    events text[] not null,
    due_at timestamptz not null,
    latest_at timestamptz,
    primary key (function_id, key)
  );

  create function jobs.lock_slot(of_key text) returns void language sql as $$
    select pg_advisory_xact_lock(hashtextextended('jobs.slot ' || of_key, 0))
  $$;

  create function jobs.full_slot(keys text[], limits int[]) returns text language sql as $$
    select wanted.key from unnest(keys, limits) with ordinality as wanted (key, max, position)
    where (select count(*) from jobs.slot s where s.key = wanted.key) >= wanted.max
    order by position limit 1
  $$;

  -- Takes a place under every key or under none. The keys come sorted, so that two jobs lock them in the same order.
  -- Returns null, or the first key that is full: its lock is kept, so that parking cannot miss a place that becomes free.
  create function jobs.take_slots(of_job uuid, keys text[], limits int[]) returns text language plpgsql as $$
  declare
    full_key text;
  begin
    if exists (select from jobs.slot s where s.job = of_job) then
      return null;
    end if;
    for i in 1 .. cardinality(keys) loop
      perform jobs.lock_slot(keys[i]);
    end loop;
    full_key := jobs.full_slot(keys, limits);
    if full_key is null then
      insert into jobs.slot (key, job) select unnest(keys), of_job;
    end if;
    return full_key;
  end $$;

  -- Gives free places under a key to the jobs parked there, oldest first. Returns the jobs to put back into the queue.
  -- A job whose other key is full goes to wait there, without a place here. That key may not be locked in this order, so
  -- it is only tried; a place that becomes free there at the same moment is found by the sweep of every few seconds.
  create function jobs.hand_over(of_key text) returns table (job uuid, data jsonb, priority int) language plpgsql as $$
  declare
    next jobs.parked;
    other text;
  begin
    perform jobs.lock_slot(of_key);
    loop
      select * into next from jobs.parked p where p.key = of_key order by p.priority desc, p.id limit 1;
      exit when not found
        or jobs.full_slot(array[of_key], array[next.limits[array_position(next.keys, of_key)]]) is not null;
      select k into other from unnest(next.keys) as k
        where k <> of_key and not pg_try_advisory_xact_lock(hashtextextended('jobs.slot ' || k, 0)) limit 1;
      other := coalesce(other, jobs.full_slot(next.keys, next.limits));
      if other is null then
        delete from jobs.parked p where p.id = next.id;
        insert into jobs.slot (key, job) select unnest(next.keys), next.job;
        job := next.job; data := next.data; priority := next.priority;
        return next;
      else
        update jobs.parked p set key = other where p.id = next.id;
      end if;
    end loop;
  end $$;

  create function jobs.release_slots(of_job uuid) returns table (job uuid, data jsonb, priority int) language plpgsql as $$
  declare
    freed text[];
    of_key text;
  begin
    with gone as (delete from jobs.slot s where s.job = of_job returning s.key)
    select array_agg(gone.key order by gone.key) into freed from gone;
    foreach of_key in array coalesce(freed, '{}') loop
      return query select * from jobs.hand_over(of_key);
    end loop;
  end $$;
  `,
  `
  create table jobs.tick (
    function_id text not null,
    cron text not null,
    at timestamptz not null,
    job uuid not null,
    primary key (function_id, cron)
  );
  comment on table jobs.tick is 'the next time of each schedule, and the one job that may start its run';

  create table jobs.clock (
    only_row boolean primary key default true check (only_row),
    seen_at timestamptz not null
  );
  comment on column jobs.clock.seen_at is 'latest time that any worker has read from the database''s clock';
  `,
  `
  drop table jobs.hit;
  create table jobs.rate (
    function_id text not null,
    key text not null,
    next_at timestamptz not null,
    primary key (function_id, key)
  );
  comment on column jobs.rate.next_at is 'when the next run is due under the rate limit';
  `,
  `
  create table jobs.paused_function (
    function_id text primary key,
    paused_at timestamptz not null default now()
  );
  create table jobs.paused_job (
    id bigint generated always as identity primary key,
    function_id text not null,
    job uuid not null unique,
    data jsonb not null
  );
  create index paused_job_function on jobs.paused_job (function_id, id);
  comment on table jobs.paused_job is 'jobs of queued runs of a paused function: they return to the queue when it is resumed';
  `,
]
