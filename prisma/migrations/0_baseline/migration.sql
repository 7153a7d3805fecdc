-- The schema of version 0.1.0, in place of the 183 migrations that led to it (replaces.txt). A database that has all of them only records
-- this one: decision 0127. Tables stand first, by module, foundations first, as in docs/architecture.md; what each table and column is for
-- is written in prisma/schema. Foreign keys, functions and triggers follow. Why a function is there is written in its file,
-- server/**/database/<name>.sql.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Tables with their types and indexes
-- -----------------------------------

-- server/core/audit

CREATE TABLE audit_entry (
  id bigserial,
  occurred_at timestamptz(3) NOT NULL,
  action text NOT NULL,
  acted_as text NOT NULL,
  user_id integer,
  email text,
  ip text,
  subject_account_id integer,
  subject_user_id integer,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_occurred_at_idx ON audit_entry (occurred_at);
CREATE INDEX audit_entry_subject_account_id_occurred_at_idx ON audit_entry (subject_account_id, occurred_at);
CREATE INDEX audit_entry_user_id_occurred_at_idx ON audit_entry (user_id, occurred_at);

-- server/core/limits

CREATE UNLOGGED TABLE api_count (
  key text NOT NULL,
  second bigint NOT NULL,
  count integer NOT NULL,
  CONSTRAINT api_count_pkey PRIMARY KEY (key, second)
);

-- server/core/instance

CREATE TABLE api_day (
  account_id integer NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  subject_id integer NOT NULL,
  requests integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  faults integer NOT NULL DEFAULT 0,
  CONSTRAINT api_day_pkey PRIMARY KEY (account_id, day, kind, subject_id)
) WITH (fillfactor = 50);
CREATE INDEX api_day_day_account_id_idx ON api_day (day, account_id);

CREATE TABLE instance_figure (
  name text NOT NULL,
  at timestamptz(3) NOT NULL,
  value bigint NOT NULL,
  CONSTRAINT instance_figure_pkey PRIMARY KEY (name, at)
) WITH (fillfactor = 50);

CREATE TABLE instance_setting (
  name text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT instance_setting_pkey PRIMARY KEY (name)
);

CREATE TABLE outbound_hour (
  hour timestamptz(3) NOT NULL,
  kind text NOT NULL,
  app_id integer NOT NULL DEFAULT 0,
  host text NOT NULL,
  calls integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  CONSTRAINT outbound_hour_pkey PRIMARY KEY (hour, kind, app_id, host)
) WITH (fillfactor = 50);

-- server/jobs

CREATE TABLE clock_reading (
  only_row boolean NOT NULL DEFAULT true,
  seen_at timestamptz(3) NOT NULL,
  set_back_ms double precision,
  set_back_at timestamptz(3),
  progress jsonb,
  CONSTRAINT clock_reading_pkey PRIMARY KEY (only_row),
  CONSTRAINT clock_reading_only_row CHECK (only_row)
);

CREATE TABLE job_run (
  id text NOT NULL,
  job text NOT NULL,
  state text NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  error jsonb,
  started_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  ended_at timestamptz(3),
  CONSTRAINT job_run_pkey PRIMARY KEY (id)
);
CREATE INDEX job_run_started_at_idx ON job_run (started_at);

CREATE TABLE kept_event (
  event_id text NOT NULL,
  job text NOT NULL,
  account_id integer NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  resend_at timestamptz(3) NOT NULL,
  resend_minutes integer NOT NULL,
  until timestamptz(3) NOT NULL,
  CONSTRAINT kept_event_pkey PRIMARY KEY (event_id, job)
);
CREATE INDEX kept_event_resend_at_idx ON kept_event (resend_at);

CREATE TABLE outbox (
  id bigserial,
  account_id integer NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  event_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);

-- server/rest

CREATE TABLE idempotency_key (
  account_id integer NOT NULL,
  credential text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer NOT NULL,
  body text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (account_id, credential, key)
);
CREATE INDEX idempotency_key_expires_at_idx ON idempotency_key (expires_at);

-- throttle

CREATE TABLE auth_throttle (
  key text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  window_started_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT auth_throttle_pkey PRIMARY KEY (key)
);

-- deleted-records

CREATE TABLE deleted_record (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  item_id integer NOT NULL,
  content jsonb NOT NULL,
  also jsonb NOT NULL DEFAULT '{}'::jsonb,
  deleted_by integer,
  deleted_at timestamptz(3) NOT NULL,
  CONSTRAINT deleted_record_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX deleted_record_deleted_at_idx ON deleted_record (deleted_at);

-- custom-fields

CREATE TABLE custom_field (
  account_id integer NOT NULL,
  id serial,
  label text NOT NULL,
  label_folded text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  slot text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  choices text[] DEFAULT ARRAY[]::text[],
  type text NOT NULL DEFAULT 'text'::text,
  is_listened_to boolean NOT NULL DEFAULT false,
  CONSTRAINT custom_field_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX custom_field_account_id_key_key ON custom_field (account_id, key);
CREATE UNIQUE INDEX custom_field_account_id_label_folded_key ON custom_field (account_id, label_folded);
CREATE UNIQUE INDEX custom_field_account_id_slot_key ON custom_field (account_id, slot);

CREATE TABLE retired_slot (
  account_id integer NOT NULL,
  slot text NOT NULL,
  retired_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT retired_slot_pkey PRIMARY KEY (account_id, slot)
);

-- subscribers

CREATE TABLE consent (
  account_id integer NOT NULL,
  id bigserial,
  subscriber_id bigint NOT NULL,
  source text NOT NULL,
  text text,
  form_id integer,
  import_id integer,
  ip text,
  given_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT consent_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX consent_account_id_subscriber_id_idx ON consent (account_id, subscriber_id);

CREATE TABLE instance_suppression (
  id serial,
  pattern_hash text NOT NULL,
  pattern text,
  reason text NOT NULL,
  note text,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  removed_at timestamptz(3),
  removed_by integer,
  removal_note text,
  CONSTRAINT instance_suppression_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX instance_suppression_pattern_hash_key ON instance_suppression (pattern_hash);

CREATE TYPE subscriber_state AS ENUM ('active', 'cancelled', 'bounced', 'complained', 'inactive');
CREATE TABLE state_change (
  account_id integer NOT NULL,
  id bigserial,
  subscriber_id bigint NOT NULL,
  from_state subscriber_state,
  to_state subscriber_state NOT NULL,
  cause text NOT NULL,
  mail_id integer,
  occurred_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  note text,
  CONSTRAINT state_change_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX state_change_account_id_occurred_at_idx ON state_change (account_id, occurred_at);
CREATE INDEX state_change_account_id_subscriber_id_occurred_at_idx ON state_change (account_id, subscriber_id, occurred_at);

CREATE TABLE subscriber (
  account_id integer NOT NULL,
  id bigserial,
  email_address text NOT NULL,
  first_name text,
  state subscriber_state NOT NULL DEFAULT 'active'::subscriber_state,
  fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  queued_fields jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  canceled_at timestamptz(3),
  soft_bounces integer NOT NULL DEFAULT 0,
  tracking_disabled boolean NOT NULL DEFAULT false,
  city text,
  region text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  location_pinned boolean NOT NULL DEFAULT false,
  source_type text,
  source_name text,
  source_mechanism text,
  source_mechanism_id text,
  source_form_id integer,
  referrer text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  paused_until timestamptz(3),
  CONSTRAINT subscriber_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT subscriber_cancelled_has_time CHECK (((state = 'cancelled'::subscriber_state) = (canceled_at IS NOT NULL))),
  CONSTRAINT subscriber_email_is_folded CHECK ((email_address = lower(email_address)))
) WITH (fillfactor = 90);
CREATE INDEX subscriber_account_id_created_at_id_idx ON subscriber (account_id, created_at, id);
CREATE UNIQUE INDEX subscriber_account_id_email_address_key ON subscriber (account_id, email_address);
CREATE INDEX subscriber_account_id_state_created_at_id_idx ON subscriber (account_id, state, created_at, id);
CREATE INDEX subscriber_account_id_state_id_idx ON subscriber (account_id, state, id);
CREATE INDEX subscriber_account_id_state_updated_at_id_idx ON subscriber (account_id, state, updated_at, id);
CREATE INDEX subscriber_account_id_updated_at_id_idx ON subscriber (account_id, updated_at, id);
CREATE INDEX subscriber_canceled_idx ON subscriber (account_id, canceled_at, id) WHERE (state = 'cancelled'::subscriber_state);
CREATE INDEX subscriber_other_form_idx ON subscriber (account_id, id) WHERE ((NOT (email_address IS NFC NORMALIZED)) OR (email_address ~ '[！-～。｡-ﾟﾡ-ￜſ]'::text) OR (strpos(email_address, 'xn--'::text) > 0));
CREATE INDEX subscriber_queued_fields_idx ON subscriber (account_id, id) WHERE (queued_fields IS NOT NULL);
CREATE INDEX subscriber_untracked_idx ON subscriber (account_id, id) WHERE tracking_disabled;

CREATE TABLE subscriber_change (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  kind text NOT NULL,
  object text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamptz(3) NOT NULL,
  CONSTRAINT subscriber_change_pkey PRIMARY KEY (account_id, subscriber_id, id)
);
CREATE INDEX subscriber_change_at_idx ON subscriber_change USING brin (at);

CREATE TABLE subscriber_columns (
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  chosen jsonb NOT NULL,
  CONSTRAINT subscriber_columns_pkey PRIMARY KEY (account_id, user_id)
);

CREATE TABLE subscriber_count (
  account_id integer NOT NULL,
  id bigserial,
  state subscriber_state NOT NULL,
  change integer NOT NULL,
  CONSTRAINT subscriber_count_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE subscriber_engagement (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  opens integer NOT NULL DEFAULT 0,
  clicks integer NOT NULL DEFAULT 0,
  first_sent_at timestamptz(3),
  CONSTRAINT subscriber_engagement_pkey PRIMARY KEY (account_id, subscriber_id)
);
CREATE INDEX subscriber_engagement_click_rate_idx ON subscriber_engagement (account_id, COALESCE(((clicks)::double precision / (NULLIF(sent, 0))::double precision), (0)::double precision), subscriber_id) WHERE (sent > 0);
CREATE INDEX subscriber_engagement_clicks_idx ON subscriber_engagement (account_id, clicks, subscriber_id) WHERE (sent > 0);
CREATE INDEX subscriber_engagement_expiry_idx ON subscriber_engagement (first_sent_at) WHERE (first_sent_at IS NOT NULL);
CREATE INDEX subscriber_engagement_open_rate_idx ON subscriber_engagement (account_id, COALESCE(((opens)::double precision / (NULLIF(sent, 0))::double precision), (0)::double precision), subscriber_id) WHERE (sent > 0);
CREATE INDEX subscriber_engagement_opens_idx ON subscriber_engagement (account_id, opens, subscriber_id) WHERE (sent > 0);
CREATE INDEX subscriber_engagement_sent_idx ON subscriber_engagement (account_id, sent, subscriber_id);

CREATE TABLE subscriber_note (
  account_id integer NOT NULL,
  id serial,
  subscriber_id bigint NOT NULL,
  text text NOT NULL,
  created_by integer,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  CONSTRAINT subscriber_note_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX subscriber_note_account_id_subscriber_id_id_idx ON subscriber_note (account_id, subscriber_id, id);

CREATE TABLE subscriber_search (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  state subscriber_state NOT NULL,
  text text NOT NULL,
  CONSTRAINT subscriber_search_pkey PRIMARY KEY (account_id, subscriber_id)
);
CREATE INDEX subscriber_search_text_idx ON subscriber_search USING gin (text gin_trgm_ops);

CREATE TABLE subscriber_search_due (
  account_id integer NOT NULL,
  id bigserial,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  CONSTRAINT subscriber_search_due_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE suppression (
  account_id integer NOT NULL,
  address_hash text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  id bigserial,
  email_address text,
  source text,
  note text,
  created_by integer,
  CONSTRAINT suppression_pkey PRIMARY KEY (account_id, address_hash)
);
CREATE INDEX suppression_account_id_email_address_idx ON suppression (account_id, email_address);
CREATE UNIQUE INDEX suppression_account_id_id_key ON suppression (account_id, id);
CREATE INDEX suppression_other_form_idx ON suppression (account_id) WHERE ((NOT (email_address IS NFC NORMALIZED)) OR (email_address ~ '[！-～。｡-ﾟﾡ-ￜſ]'::text) OR (strpos(email_address, 'xn--'::text) > 0));

-- tags

CREATE TABLE tag (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  name_folded text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  topic_name text,
  topic_description text,
  color text,
  is_listened_to boolean NOT NULL DEFAULT false,
  CONSTRAINT tag_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX tag_account_id_name_folded_key ON tag (account_id, name_folded);

CREATE TABLE tagging (
  account_id integer NOT NULL,
  tag_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  tagged_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  is_listened_to boolean DEFAULT true,
  CONSTRAINT tagging_pkey PRIMARY KEY (account_id, tag_id, subscriber_id)
);
CREATE INDEX tagging_account_id_subscriber_id_tagged_at_id_idx ON tagging (account_id, subscriber_id, tagged_at, id);
CREATE INDEX tagging_account_id_tag_id_tagged_at_id_idx ON tagging (account_id, tag_id, tagged_at, id);

CREATE TABLE merged_tagging (
  account_id integer NOT NULL,
  tag_merge_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  tagged_at timestamptz(3) NOT NULL,
  into_tagged_at timestamptz(3),
  is_lost boolean NOT NULL DEFAULT false,
  CONSTRAINT merged_tagging_pkey PRIMARY KEY (account_id, tag_merge_id, subscriber_id)
);
CREATE INDEX merged_tagging_account_id_subscriber_id_idx ON merged_tagging (account_id, subscriber_id);

-- segments

CREATE TABLE segment (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT segment_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE segment_size (
  account_id integer NOT NULL,
  segment_id integer NOT NULL,
  day date NOT NULL,
  count integer,
  active integer,
  CONSTRAINT segment_size_pkey PRIMARY KEY (account_id, segment_id, day)
);
CREATE INDEX segment_size_day_idx ON segment_size USING brin (day);

-- media

CREATE TABLE media_picture (
  account_id integer NOT NULL,
  id serial,
  key text NOT NULL,
  digest text NOT NULL,
  name text NOT NULL,
  alt text NOT NULL DEFAULT ''::text,
  is_animated boolean NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  sizes jsonb NOT NULL,
  state text NOT NULL DEFAULT 'storing'::text,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT media_picture_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX media_picture_account_id_digest_key ON media_picture (account_id, digest);
CREATE UNIQUE INDEX media_picture_key_key ON media_picture (key);
CREATE INDEX media_picture_state_updated_at_idx ON media_picture (state, updated_at);

-- style

CREATE TABLE account_style (
  account_id integer NOT NULL,
  choices jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT account_style_pkey PRIMARY KEY (account_id)
);

-- revisions

CREATE TABLE revision (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  item_id integer NOT NULL,
  title text NOT NULL,
  preview_text text NOT NULL,
  content text NOT NULL,
  author_id integer,
  author text NOT NULL,
  is_closed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT revision_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX revision_account_id_kind_item_id_id_idx ON revision (account_id, kind, item_id, id);

-- snippets

CREATE TABLE snippet (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  key text NOT NULL,
  snippet_type text NOT NULL,
  archived boolean NOT NULL DEFAULT false,
  content text,
  document_id serial,
  value_html text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  value_plain text,
  left_out text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT snippet_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX snippet_account_id_key_key ON snippet (account_id, key);

-- templates

CREATE TABLE email_template (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  category text NOT NULL DEFAULT 'HTML'::text,
  is_default boolean NOT NULL DEFAULT false,
  html text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  source text,
  design jsonb,
  CONSTRAINT email_template_pkey PRIMARY KEY (account_id, id)
);

-- transports

CREATE TABLE daily_allowance (
  subject text NOT NULL,
  day date NOT NULL,
  number integer NOT NULL,
  allowance integer NOT NULL,
  used integer NOT NULL DEFAULT 0,
  granted integer NOT NULL DEFAULT 0,
  CONSTRAINT daily_allowance_pkey PRIMARY KEY (subject, day)
);

CREATE TABLE established_domain (
  domain text NOT NULL,
  note text NOT NULL,
  user_id integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT established_domain_pkey PRIMARY KEY (domain)
);

CREATE TABLE mail_wait (
  account_id integer NOT NULL,
  mail_id integer NOT NULL,
  cause text NOT NULL,
  until timestamptz(3) NOT NULL,
  used integer NOT NULL DEFAULT 0,
  CONSTRAINT mail_wait_pkey PRIMARY KEY (account_id, mail_id, cause)
);

CREATE TABLE sending_rate (
  key text NOT NULL,
  free_at timestamptz(6) NOT NULL,
  granted integer NOT NULL DEFAULT 0,
  CONSTRAINT sending_rate_pkey PRIMARY KEY (key)
) WITH (fillfactor = 50);

CREATE TABLE transport_back_off (
  transport text NOT NULL,
  receiver text NOT NULL,
  reply text NOT NULL,
  deferrals integer NOT NULL,
  since timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  pauses integer NOT NULL,
  until timestamptz(3),
  CONSTRAINT transport_back_off_pkey PRIMARY KEY (transport, receiver)
);

CREATE TABLE transport_circuit (
  transport text NOT NULL,
  account_id integer NOT NULL,
  kind text NOT NULL,
  reply text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  since timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  pauses integer NOT NULL DEFAULT 0,
  probe_at timestamptz(3),
  CONSTRAINT transport_circuit_pkey PRIMARY KEY (transport, account_id)
);

CREATE TABLE transport_hour (
  transport text NOT NULL,
  hour timestamptz(3) NOT NULL,
  accepted integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  deferred integer NOT NULL DEFAULT 0,
  unconfirmed integer NOT NULL DEFAULT 0,
  last_error text,
  CONSTRAINT transport_hour_pkey PRIMARY KEY (transport, hour)
) WITH (fillfactor = 50);

-- delivery

CREATE TABLE bounce_wave (
  account_id integer NOT NULL,
  id serial,
  text_key text NOT NULL,
  domain text NOT NULL,
  sample text NOT NULL,
  subscribers integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  since timestamptz(3) NOT NULL,
  told_at timestamptz(3),
  decided_at timestamptz(3),
  CONSTRAINT bounce_wave_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX bounce_wave_state_since_idx ON bounce_wave (state, since);

CREATE TYPE role AS ENUM ('owner', 'admin', 'editor', 'viewer');
CREATE TABLE caught_mail (
  id bigserial,
  account_id integer,
  mail_from text NOT NULL,
  rcpt_to text NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  shown_to role NOT NULL DEFAULT 'owner'::role,
  CONSTRAINT caught_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX caught_mail_account_id_id_idx ON caught_mail (account_id, id);

CREATE TYPE delivery_state AS ENUM ('queued', 'sending', 'sent', 'unconfirmed', 'failed', 'excluded');
CREATE TABLE delivery (
  account_id integer NOT NULL,
  mail_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  state delivery_state NOT NULL DEFAULT 'queued'::delivery_state,
  reason text,
  detail text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  bounced_at timestamptz(3),
  bounce_type text,
  complained_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  last_opened_at timestamptz(3),
  last_clicked_at timestamptz(3),
  opens integer NOT NULL DEFAULT 0,
  clicks integer NOT NULL DEFAULT 0,
  transport text,
  reply text,
  variant smallint,
  CONSTRAINT delivery_pkey PRIMARY KEY (account_id, mail_id, subscriber_id)
) WITH (fillfactor = 85);
CREATE INDEX delivery_account_id_subscriber_id_sent_at_idx ON delivery (account_id, subscriber_id, sent_at);
CREATE INDEX delivery_bounced_idx ON delivery (account_id, bounced_at) WHERE (bounced_at IS NOT NULL);
CREATE INDEX delivery_exception_idx ON delivery (account_id, mail_id, state, subscriber_id) WHERE (state = ANY (ARRAY['unconfirmed'::delivery_state, 'failed'::delivery_state, 'excluded'::delivery_state]));
CREATE INDEX delivery_failed_idx ON delivery (account_id, claimed_at) WHERE (state = 'failed'::delivery_state);
CREATE INDEX delivery_fresh_idx ON delivery (account_id, mail_id, id) WHERE ((state = 'queued'::delivery_state) AND (next_attempt_at IS NULL));
CREATE INDEX delivery_left_idx ON delivery (account_id, mail_id, subscriber_id) WHERE ((unsubscribed_at IS NOT NULL) OR (bounced_at IS NOT NULL) OR (complained_at IS NOT NULL));
CREATE INDEX delivery_sent_idx ON delivery (account_id, sent_at) WHERE (sent_at IS NOT NULL);
CREATE INDEX delivery_variant_idx ON delivery (account_id, mail_id, variant) WHERE (variant IS NOT NULL);
CREATE INDEX delivery_waiting_idx ON delivery (account_id, mail_id, next_attempt_at) WHERE ((state = 'queued'::delivery_state) AND (next_attempt_at IS NOT NULL));

CREATE TABLE delivery_result (
  id bigserial,
  account_id integer NOT NULL,
  is_report boolean NOT NULL DEFAULT false,
  accepted bigint[] DEFAULT ARRAY[]::bigint[],
  deferred bigint[] DEFAULT ARRAY[]::bigint[],
  refused bigint[] DEFAULT ARRAY[]::bigint[],
  unconfirmed bigint[] DEFAULT ARRAY[]::bigint[],
  hard_bounced bigint[] DEFAULT ARRAY[]::bigint[],
  soft_bounced bigint[] DEFAULT ARRAY[]::bigint[],
  complained bigint[] DEFAULT ARRAY[]::bigint[],
  at timestamptz(3) NOT NULL,
  CONSTRAINT delivery_result_pkey PRIMARY KEY (id)
);
ALTER TABLE delivery_result ALTER COLUMN accepted SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN deferred SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN refused SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN unconfirmed SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN hard_bounced SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN soft_bounced SET STORAGE EXTERNAL;
ALTER TABLE delivery_result ALTER COLUMN complained SET STORAGE EXTERNAL;

CREATE TYPE engagement_kind AS ENUM ('open', 'click');
CREATE TABLE engagement (
  account_id integer NOT NULL,
  id bigserial,
  kind engagement_kind NOT NULL,
  subscriber_id bigint NOT NULL,
  mail_id integer NOT NULL,
  delivery_id bigint NOT NULL,
  link_id integer,
  is_machine boolean NOT NULL DEFAULT false,
  user_agent text,
  occurred_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  evidence text,
  CONSTRAINT engagement_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX engagement_account_id_mail_id_kind_occurred_at_idx ON engagement (account_id, mail_id, kind, occurred_at);
CREATE INDEX engagement_link_idx ON engagement (account_id, link_id, occurred_at) INCLUDE (subscriber_id, mail_id) WHERE ((link_id IS NOT NULL) AND (NOT is_machine));
CREATE INDEX engagement_open_idx ON engagement (account_id, occurred_at) INCLUDE (subscriber_id, mail_id) WHERE ((kind = 'open'::engagement_kind) AND (NOT is_machine));
CREATE INDEX engagement_subscriber_idx ON engagement (account_id, subscriber_id, occurred_at) INCLUDE (kind, is_machine, mail_id, link_id);

CREATE TABLE engagement_hit (
  account_id integer NOT NULL,
  mail_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  link_number integer,
  url text,
  evidence text,
  user_agent text,
  occurred_at timestamptz(3) NOT NULL,
  CONSTRAINT engagement_hit_pkey PRIMARY KEY (account_id, mail_id, subscriber_id, id)
);

CREATE TABLE hand_over (
  account_id integer NOT NULL,
  batch_id integer NOT NULL,
  id bigserial,
  entries text NOT NULL,
  CONSTRAINT hand_over_pkey PRIMARY KEY (account_id, batch_id, id)
);

CREATE TABLE link (
  account_id integer NOT NULL,
  id serial,
  mail_id integer NOT NULL,
  number integer NOT NULL,
  url text NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  unique_clicks integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT link_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX link_account_id_mail_id_number_key ON link (account_id, mail_id, number);
CREATE INDEX link_account_id_mail_id_unique_clicks_id_idx ON link (account_id, mail_id, unique_clicks, id);

CREATE TYPE mail_kind AS ENUM ('broadcast', 'sequence_email', 'automation_email');
CREATE TABLE mail (
  account_id integer NOT NULL,
  id serial,
  kind mail_kind NOT NULL,
  broadcast_id integer,
  sequence_email_id integer,
  snapshot jsonb,
  recipients integer NOT NULL DEFAULT 0,
  enqueued_to bigint NOT NULL DEFAULT 0,
  enqueued_at timestamptz(3),
  sent integer NOT NULL DEFAULT 0,
  unconfirmed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  excluded integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  clicked integer NOT NULL DEFAULT 0,
  total_clicks integer NOT NULL DEFAULT 0,
  unsubscribed integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  transport_error text,
  started_at timestamptz(3),
  aborted_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  content_hash text,
  paused_at timestamptz(3),
  run integer NOT NULL DEFAULT 1,
  audience jsonb,
  is_staged boolean NOT NULL DEFAULT false,
  pace jsonb,
  release_at timestamptz(3),
  released_at timestamptz(3),
  rest_variant smallint,
  hard_bounced integer NOT NULL DEFAULT 0,
  automation_email_id integer,
  CONSTRAINT mail_pkey PRIMARY KEY (account_id, id)
);
ALTER TABLE mail ADD CONSTRAINT mail_has_one_source CHECK ((num_nonnulls(broadcast_id, sequence_email_id, automation_email_id) = 1)) NOT VALID;
CREATE UNIQUE INDEX mail_account_id_automation_email_id_run_content_hash_key ON mail (account_id, automation_email_id, run, content_hash);
CREATE UNIQUE INDEX mail_account_id_broadcast_id_key ON mail (account_id, broadcast_id);
CREATE UNIQUE INDEX mail_account_id_sequence_email_id_run_content_hash_key ON mail (account_id, sequence_email_id, run, content_hash);
CREATE INDEX mail_open_automation_idx ON mail (account_id, automation_email_id) WHERE ((automation_email_id IS NOT NULL) AND (completed_at IS NULL));
CREATE INDEX mail_open_sequence_idx ON mail (account_id, sequence_email_id) WHERE ((sequence_email_id IS NOT NULL) AND (completed_at IS NULL));

CREATE TABLE mail_variant (
  account_id integer NOT NULL,
  mail_id integer NOT NULL,
  number smallint NOT NULL,
  subject text NOT NULL,
  snapshot jsonb NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  tracked integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  clicked integer NOT NULL DEFAULT 0,
  unsubscribed integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  CONSTRAINT mail_variant_pkey PRIMARY KEY (account_id, mail_id, number)
);

CREATE TABLE receiver_hour (
  hour timestamptz(3) NOT NULL,
  receiver text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  deferred integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  unconfirmed integer NOT NULL DEFAULT 0,
  hard_bounced integer NOT NULL DEFAULT 0,
  soft_bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  CONSTRAINT receiver_hour_pkey PRIMARY KEY (hour, receiver)
) WITH (fillfactor = 50);

CREATE TABLE send_batch (
  account_id integer NOT NULL,
  id serial,
  mail_id integer NOT NULL,
  open integer NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  claimed bigint[] NOT NULL DEFAULT ARRAY[]::bigint[],
  CONSTRAINT send_batch_pkey PRIMARY KEY (account_id, id)
);
ALTER TABLE send_batch ALTER COLUMN claimed SET STORAGE EXTERNAL;
CREATE INDEX send_batch_account_id_mail_id_idx ON send_batch (account_id, mail_id);

CREATE TABLE reputation_change (
  id bigserial,
  account_id integer NOT NULL,
  domain text NOT NULL,
  sent integer NOT NULL,
  hard_bounced integer NOT NULL,
  complained integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  bounced integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  CONSTRAINT reputation_change_pkey PRIMARY KEY (id)
);

CREATE TABLE reputation_count (
  account_id integer NOT NULL,
  domain text NOT NULL,
  day date NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  hard_bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  CONSTRAINT reputation_count_pkey PRIMARY KEY (account_id, domain, day)
);
CREATE INDEX reputation_count_day_idx ON reputation_count (day);

CREATE TABLE sending_guard (
  account_id integer NOT NULL,
  domain text NOT NULL,
  state text NOT NULL,
  cause text NOT NULL,
  sent integer NOT NULL,
  hard_bounced integer NOT NULL,
  complained integer NOT NULL,
  since timestamptz(3) NOT NULL,
  failed integer NOT NULL DEFAULT 0,
  CONSTRAINT sending_guard_pkey PRIMARY KEY (account_id, domain)
);

CREATE TABLE text_bounce (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  text_key text NOT NULL,
  domain text NOT NULL,
  mail_id integer,
  wave_id integer,
  is_waiting boolean NOT NULL DEFAULT false,
  at timestamptz(3) NOT NULL,
  CONSTRAINT text_bounce_pkey PRIMARY KEY (account_id, subscriber_id)
);
CREATE INDEX text_bounce_account_id_text_key_at_idx ON text_bounce (account_id, text_key, at);
CREATE INDEX text_bounce_account_id_wave_id_subscriber_id_idx ON text_bounce (account_id, wave_id, subscriber_id);
CREATE INDEX text_bounce_at_idx ON text_bounce (at);

-- bounces

CREATE TABLE delivery_report (
  id bigserial,
  account_id integer,
  source text NOT NULL,
  source_id text NOT NULL,
  kind text NOT NULL,
  mail_id integer,
  subscriber_id bigint,
  address text,
  status text,
  diagnostic text,
  outcome text NOT NULL,
  reason text,
  reported_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT delivery_report_pkey PRIMARY KEY (id)
);
CREATE INDEX delivery_report_account_id_subscriber_id_id_idx ON delivery_report (account_id, subscriber_id, id);
CREATE INDEX delivery_report_created_at_idx ON delivery_report (created_at);
CREATE UNIQUE INDEX delivery_report_source_source_id_key ON delivery_report (source, source_id);
CREATE INDEX delivery_report_unmatched_idx ON delivery_report (id) WHERE (outcome = 'unmatched'::text);

CREATE TABLE received_message (
  id bigserial,
  source text NOT NULL,
  source_id text NOT NULL,
  recipient text,
  raw bytea NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  leased_until timestamptz(3),
  read_at timestamptz(3),
  CONSTRAINT received_message_pkey PRIMARY KEY (id)
);
ALTER TABLE received_message ALTER COLUMN raw SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX received_message_source_source_id_key ON received_message (source, source_id);

-- proxies

CREATE TABLE unknown_proxy (
  is_private boolean NOT NULL,
  ip text NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT unknown_proxy_pkey PRIMARY KEY (is_private)
);

-- service-mail

CREATE TABLE service_mail (
  id bigserial,
  account_id integer,
  to_address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  shown_to role NOT NULL DEFAULT 'admin'::role,
  link_hash text,
  was_caught boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz(3),
  last_reply text,
  stop_url text,
  CONSTRAINT service_mail_pkey PRIMARY KEY (id)
);
CREATE INDEX service_mail_due_idx ON service_mail (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX service_mail_link_hash_key ON service_mail (link_hash);
CREATE INDEX service_mail_sent_at_id_idx ON service_mail (sent_at, id);

-- notifications

CREATE TABLE notification (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  key text NOT NULL,
  user_id integer,
  least_role role NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  path text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  translations jsonb,
  CONSTRAINT notification_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX notification_account_id_key_key ON notification (account_id, key);

CREATE TABLE notification_read (
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  notification_id integer NOT NULL,
  CONSTRAINT notification_read_pkey PRIMARY KEY (account_id, user_id, notification_id)
);

CREATE TABLE notification_setting (
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  read_up_to integer NOT NULL DEFAULT 0,
  channels jsonb NOT NULL DEFAULT '{}'::jsonb,
  digest text NOT NULL DEFAULT 'off'::text,
  digest_until timestamptz(3),
  CONSTRAINT notification_setting_pkey PRIMARY KEY (account_id, user_id)
);

-- comments

CREATE TABLE draft_comment (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  item_id integer NOT NULL,
  thread_id integer,
  author_id integer,
  author text NOT NULL,
  text text NOT NULL,
  mentions integer[] DEFAULT ARRAY[]::integer[],
  quote text,
  quote_before text,
  quote_after text,
  resolved_at timestamptz(3),
  resolved_by text,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  CONSTRAINT draft_comment_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX draft_comment_account_id_kind_item_id_id_idx ON draft_comment (account_id, kind, item_id, id);
CREATE INDEX draft_comment_account_id_thread_id_id_idx ON draft_comment (account_id, thread_id, id);

CREATE TABLE draft_comment_read (
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  kind text NOT NULL,
  item_id integer NOT NULL,
  read_up_to integer NOT NULL,
  CONSTRAINT draft_comment_read_pkey PRIMARY KEY (account_id, user_id, kind, item_id)
);
CREATE INDEX draft_comment_read_account_id_kind_item_id_idx ON draft_comment_read (account_id, kind, item_id);

-- security-events

CREATE TABLE security_event (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  summary text NOT NULL,
  app_id integer,
  user_id integer,
  occurred_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT security_event_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX security_event_occurred_at_idx ON security_event (occurred_at);

-- users

CREATE TABLE password_reset (
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT password_reset_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_reset_user_id_idx ON password_reset (user_id);

CREATE TABLE account_view (
  session_id uuid NOT NULL,
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  CONSTRAINT account_view_pkey PRIMARY KEY (session_id)
);
CREATE INDEX account_view_account_id_idx ON account_view (account_id);
CREATE INDEX account_view_until_idx ON account_view (until);

CREATE TABLE session (
  id uuid NOT NULL,
  user_id integer NOT NULL,
  account_id integer,
  ip text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  revoked_at timestamptz(3),
  confirmed_at timestamptz(3),
  is_pending boolean NOT NULL DEFAULT false,
  CONSTRAINT session_pkey PRIMARY KEY (id)
);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE user_identity (
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT user_identity_pkey PRIMARY KEY (provider, provider_account_id)
);
CREATE INDEX user_identity_user_id_idx ON user_identity (user_id);

CREATE TYPE address_proof AS ENUM ('mail', 'caught_mail', 'provider', 'operator');
CREATE TABLE users (
  id serial,
  email text NOT NULL,
  name text,
  password_hash text,
  email_verified_at timestamptz(3),
  is_admin boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  email_proof address_proof,
  without_account boolean NOT NULL DEFAULT false,
  language text,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_administrator_idx ON users (id) WHERE is_admin;
CREATE UNIQUE INDEX users_email_key ON users (email);
CREATE INDEX users_email_search_idx ON users USING gin (email gin_trgm_ops);
CREATE INDEX users_name_search_idx ON users USING gin (lower(name) gin_trgm_ops);
CREATE INDEX users_unverified_idx ON users (id) WHERE (NOT ((email_proof IS NOT NULL) AND (email_proof <> 'caught_mail'::address_proof)));
CREATE INDEX users_without_account_idx ON users (id) WHERE without_account;

-- second-factors

CREATE TABLE authenticator (
  user_id integer NOT NULL,
  secret text NOT NULL,
  last_step bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT authenticator_pkey PRIMARY KEY (user_id)
);

CREATE TABLE passkey (
  id text NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkey_pkey PRIMARY KEY (id)
);
CREATE INDEX passkey_user_id_idx ON passkey (user_id);

CREATE TABLE recovery_code (
  user_id integer NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE used_challenge (
  challenge_hash text NOT NULL,
  used_at timestamptz(3) NOT NULL,
  CONSTRAINT used_challenge_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX used_challenge_used_at_idx ON used_challenge (used_at);

-- accounts

CREATE TABLE account (
  id serial,
  name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  postal_address text,
  plan_type text NOT NULL DEFAULT 'free'::text,
  plan_interval text NOT NULL DEFAULT 'month'::text,
  subscriber_limit integer DEFAULT 1000,
  trial_lapse_date timestamptz(3),
  renews_at timestamptz(3),
  cancels_at timestamptz(3),
  colors text[] DEFAULT ARRAY[]::text[],
  open_tracking_enabled boolean NOT NULL DEFAULT true,
  click_tracking_enabled boolean NOT NULL DEFAULT true,
  api_disabled boolean NOT NULL DEFAULT false,
  signed_up_by_app_id integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  mail_is_caught boolean NOT NULL DEFAULT false,
  subscribed_event_types text[] DEFAULT ARRAY[]::text[],
  undo_seconds integer NOT NULL DEFAULT 30,
  automation_trace_days integer DEFAULT 365,
  require_two_factor boolean NOT NULL DEFAULT false,
  sending_disabled boolean NOT NULL DEFAULT false,
  sign_in_disabled boolean NOT NULL DEFAULT false,
  billing_changed_at timestamptz(3),
  has_own_limit boolean NOT NULL DEFAULT false,
  is_trial_open boolean NOT NULL DEFAULT false,
  renewal_anchor timestamptz(3),
  announces_views boolean NOT NULL DEFAULT false,
  deletes_at timestamptz(3),
  is_for_test boolean NOT NULL DEFAULT false,
  is_setup_hidden boolean NOT NULL DEFAULT false,
  active_subscribers integer NOT NULL DEFAULT 0,
  language text NOT NULL DEFAULT 'en'::text,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_renews_or_cancels CHECK (((renews_at IS NULL) OR (cancels_at IS NULL)))
);
CREATE INDEX account_active_subscribers_id_idx ON account (active_subscribers, id);
CREATE INDEX account_for_test_idx ON account (id) WHERE (is_for_test AND (deletes_at IS NULL));
CREATE INDEX account_name_order_idx ON account (lower(name), id);
CREATE INDEX account_name_search_idx ON account USING gin (lower(name) gin_trgm_ops);
CREATE INDEX account_plan_due_idx ON account (LEAST(
CASE
    WHEN is_trial_open THEN trial_lapse_date
    ELSE NULL::timestamp with time zone
END, cancels_at, renews_at));
CREATE INDEX account_plan_type_idx ON account (plan_type);
CREATE INDEX account_suspended_idx ON account (id) WHERE (sign_in_disabled OR api_disabled OR sending_disabled);

CREATE TABLE creator_profile (
  account_id integer NOT NULL,
  name text NOT NULL,
  byline text,
  bio text,
  image_url text,
  profile_url text,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT creator_profile_pkey PRIMARY KEY (account_id)
);

CREATE TABLE instance_invitation (
  id serial,
  email text NOT NULL,
  token_hash text NOT NULL,
  invited_by integer,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  CONSTRAINT instance_invitation_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX instance_invitation_email_key ON instance_invitation (email);
CREATE UNIQUE INDEX instance_invitation_token_hash_key ON instance_invitation (token_hash);

CREATE TABLE invitation (
  account_id integer NOT NULL,
  id serial,
  email text NOT NULL,
  role role NOT NULL DEFAULT 'viewer'::role,
  token_hash text NOT NULL,
  invited_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  CONSTRAINT invitation_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);

CREATE TABLE membership (
  account_id integer NOT NULL,
  user_id integer NOT NULL,
  role role NOT NULL DEFAULT 'viewer'::role,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT membership_pkey PRIMARY KEY (account_id, user_id)
);
CREATE INDEX membership_user_id_idx ON membership (user_id);

CREATE TABLE plan (
  key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  subscriber_limit integer,
  member_limit integer,
  has_reporting boolean NOT NULL DEFAULT false,
  has_api boolean NOT NULL DEFAULT true,
  price_month integer,
  price_year integer,
  currency text NOT NULL DEFAULT 'USD'::text,
  trial_days integer NOT NULL DEFAULT 0,
  "position" integer NOT NULL DEFAULT 0,
  archived_at timestamptz(3),
  limit_changed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT plan_pkey PRIMARY KEY (key)
);

CREATE TABLE plan_notice (
  account_id integer NOT NULL,
  kind text NOT NULL,
  about timestamptz(3) NOT NULL,
  plan text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  queued_at timestamptz(3),
  CONSTRAINT plan_notice_pkey PRIMARY KEY (account_id, kind, about)
);
CREATE INDEX plan_notice_unqueued_idx ON plan_notice (account_id) WHERE (queued_at IS NULL);

CREATE TYPE sending_address_status AS ENUM ('pending', 'confirmed');
CREATE TABLE sending_address (
  account_id integer NOT NULL,
  id serial,
  email_address text NOT NULL,
  from_name text NOT NULL,
  status sending_address_status NOT NULL DEFAULT 'pending'::sending_address_status,
  is_default boolean NOT NULL DEFAULT false,
  is_dmarc_configured boolean NOT NULL DEFAULT false,
  token_hash text,
  token_expires_at timestamptz(3),
  verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  proof address_proof,
  dmarc_policy text,
  is_dmarc_strict boolean NOT NULL DEFAULT false,
  is_signed_by_relay boolean NOT NULL DEFAULT false,
  gets_replies boolean NOT NULL DEFAULT false,
  CONSTRAINT sending_address_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX sending_address_account_id_email_address_key ON sending_address (account_id, email_address);
CREATE INDEX sending_address_domain_idx ON sending_address (split_part(email_address, '@'::text, 2)) WHERE (status = 'confirmed'::sending_address_status);
CREATE UNIQUE INDEX sending_address_token_hash_key ON sending_address (token_hash);

CREATE TABLE sign_up_request (
  token_hash text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  account_name text NOT NULL,
  password_hash text NOT NULL,
  time_zone text NOT NULL,
  service_app_id text,
  next text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT sign_up_request_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX sign_up_request_email_idx ON sign_up_request (email);
CREATE INDEX sign_up_request_expires_at_idx ON sign_up_request (expires_at);

-- billing

CREATE TABLE billing_event (
  id text NOT NULL,
  account_id integer NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT billing_event_pkey PRIMARY KEY (id)
);
CREATE INDEX billing_event_account_id_idx ON billing_event (account_id);
CREATE INDEX billing_event_received_at_idx ON billing_event (received_at);

CREATE TABLE usage_batch (
  id uuid NOT NULL,
  day date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  sent_at timestamptz(3),
  error text,
  CONSTRAINT usage_batch_pkey PRIMARY KEY (id)
);
CREATE INDEX usage_batch_next_attempt_at_idx ON usage_batch (next_attempt_at);

CREATE TABLE usage_day (
  account_id integer NOT NULL,
  day date NOT NULL,
  plan_type text NOT NULL,
  active_subscribers integer NOT NULL,
  peak_subscribers integer NOT NULL,
  messages_sent integer NOT NULL DEFAULT 0,
  messages_in_month integer NOT NULL DEFAULT 0,
  batch_id uuid,
  CONSTRAINT usage_day_pkey PRIMARY KEY (account_id, day)
);
CREATE INDEX usage_day_batch_id_idx ON usage_day (batch_id);
CREATE INDEX usage_day_day_idx ON usage_day (day);
CREATE INDEX usage_day_unreported_idx ON usage_day (day, account_id) WHERE (batch_id IS NULL);

-- sending-domains

CREATE TABLE sending_domain (
  account_id integer NOT NULL,
  id serial,
  domain text NOT NULL,
  verified_at timestamptz(3),
  broken_at timestamptz(3),
  return_path_verified_at timestamptz(3),
  checked_at timestamptz(3),
  results jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT sending_domain_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX sending_domain_account_id_domain_key ON sending_domain (account_id, domain);
CREATE UNIQUE INDEX sending_domain_owner_idx ON sending_domain (domain) WHERE (verified_at IS NOT NULL);

CREATE TYPE signing_algorithm AS ENUM ('rsa', 'ed25519');
CREATE TABLE sending_key (
  account_id integer NOT NULL,
  id serial,
  sending_domain_id integer NOT NULL,
  selector text NOT NULL,
  algorithm signing_algorithm NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  published_at timestamptz(3),
  missing_at timestamptz(3),
  retired_at timestamptz(3),
  CONSTRAINT sending_key_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX sending_key_account_id_sending_domain_id_idx ON sending_key (account_id, sending_domain_id);

-- sites

CREATE TABLE site (
  account_id integer NOT NULL,
  name text,
  form_id integer,
  has_form boolean NOT NULL DEFAULT true,
  domain text,
  domain_token text,
  domain_added_at timestamptz(3),
  domain_checked_at timestamptz(3),
  domain_results jsonb NOT NULL DEFAULT '{}'::jsonb,
  domain_live_at timestamptz(3),
  domain_broken_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT site_pkey PRIMARY KEY (account_id)
);
CREATE INDEX site_domain_idx ON site (domain);
CREATE UNIQUE INDEX site_live_domain_key ON site (domain) WHERE (domain_live_at IS NOT NULL);

CREATE TABLE site_name (
  name text NOT NULL,
  account_id integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT site_name_pkey PRIMARY KEY (name)
);
CREATE INDEX site_name_account_id_created_at_idx ON site_name (account_id, created_at);

-- recommendations

CREATE TABLE recommendation (
  account_id integer NOT NULL,
  recommended_id integer NOT NULL,
  note text,
  "position" integer NOT NULL,
  is_shown boolean NOT NULL DEFAULT true,
  is_blocked boolean NOT NULL DEFAULT false,
  shown integer NOT NULL DEFAULT 0,
  sign_ups integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT recommendation_pkey PRIMARY KEY (account_id, recommended_id)
);
CREATE INDEX recommendation_recommended_id_idx ON recommendation (recommended_id);

CREATE TABLE recommendation_profile (
  account_id integer NOT NULL,
  is_open boolean NOT NULL DEFAULT false,
  pitch text,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT recommendation_profile_pkey PRIMARY KEY (account_id)
);

-- forms

CREATE TABLE confirmation (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  next_attempt_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  error text,
  confirmed_at timestamptz(3),
  details jsonb,
  CONSTRAINT confirmation_pkey PRIMARY KEY (account_id, form_id, subscriber_id)
);
CREATE INDEX confirmation_account_id_subscriber_id_idx ON confirmation (account_id, subscriber_id);
CREATE INDEX confirmation_due_idx ON confirmation (account_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE TYPE form_status AS ENUM ('active', 'archived', 'trashed');
CREATE TABLE form (
  account_id integer NOT NULL,
  id serial,
  uid text NOT NULL,
  name text NOT NULL,
  type text NOT NULL DEFAULT 'embed'::text,
  format text,
  status form_status NOT NULL DEFAULT 'active'::form_status,
  double_opt_in boolean NOT NULL DEFAULT true,
  settings jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  test_number integer NOT NULL DEFAULT 0,
  test_started_at timestamptz(3),
  CONSTRAINT form_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX form_uid_key ON form (uid);

CREATE TABLE form_count (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  version text NOT NULL DEFAULT ''::text,
  value text NOT NULL DEFAULT ''::text,
  views integer NOT NULL DEFAULT 0,
  sign_ups integer NOT NULL DEFAULT 0,
  blocked integer NOT NULL DEFAULT 0,
  CONSTRAINT form_count_pkey PRIMARY KEY (account_id, form_id, day, kind, version, value)
);

CREATE TABLE form_file (
  account_id integer NOT NULL,
  id serial,
  form_id integer NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  state text NOT NULL DEFAULT 'storing'::text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT form_file_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX form_file_account_id_form_id_idx ON form_file (account_id, form_id);
CREATE UNIQUE INDEX form_file_key_key ON form_file (key);
CREATE INDEX form_file_leftover_idx ON form_file (updated_at) WHERE (state <> 'ready'::text);
CREATE UNIQUE INDEX form_file_ready_idx ON form_file (account_id, form_id) WHERE (state = 'ready'::text);

CREATE TABLE form_file_email (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  next_attempt_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  error text,
  CONSTRAINT form_file_email_pkey PRIMARY KEY (account_id, form_id, subscriber_id)
);
CREATE INDEX form_file_email_account_id_subscriber_id_idx ON form_file_email (account_id, subscriber_id);
CREATE INDEX form_file_email_due_idx ON form_file_email (account_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE TABLE form_subscription (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  added_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  referrer text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  follow_up_due boolean NOT NULL DEFAULT false,
  ticked_tag_ids integer[] DEFAULT ARRAY[]::integer[],
  CONSTRAINT form_subscription_pkey PRIMARY KEY (account_id, form_id, subscriber_id)
);
CREATE INDEX form_subscription_account_id_form_id_added_at_id_idx ON form_subscription (account_id, form_id, added_at, id);
CREATE INDEX form_subscription_account_id_subscriber_id_idx ON form_subscription (account_id, subscriber_id);

CREATE TABLE landing_page (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  draft jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_by integer,
  published jsonb,
  published_version integer,
  published_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  is_hidden boolean,
  CONSTRAINT landing_page_pkey PRIMARY KEY (account_id, form_id)
);

CREATE TABLE landing_page_b (
  account_id integer NOT NULL,
  form_id integer NOT NULL,
  draft jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed_by integer,
  published jsonb,
  published_version integer,
  published_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT landing_page_b_pkey PRIMARY KEY (account_id, form_id)
);

-- purchases

CREATE TABLE account_product (
  account_id integer NOT NULL,
  product_id integer NOT NULL,
  name text NOT NULL,
  price numeric(14,4) NOT NULL,
  currency text NOT NULL,
  url text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT account_product_pkey PRIMARY KEY (account_id)
);
CREATE UNIQUE INDEX account_product_account_id_product_id_key ON account_product (account_id, product_id);

CREATE TABLE product (
  account_id integer NOT NULL,
  id serial,
  pid text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT product_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX product_account_id_pid_key ON product (account_id, pid);

CREATE TABLE purchase (
  account_id integer NOT NULL,
  id serial,
  transaction_id text NOT NULL,
  subscriber_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'paid'::text,
  email_address text NOT NULL,
  currency text NOT NULL DEFAULT 'USD'::text,
  transaction_time timestamptz(3) NOT NULL,
  subtotal numeric(14,4) NOT NULL,
  discount numeric(14,4) NOT NULL,
  tax numeric(14,4) NOT NULL,
  shipping numeric(14,4) NOT NULL,
  total numeric(14,4) NOT NULL,
  source text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT purchase_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX purchase_account_id_subscriber_id_idx ON purchase (account_id, subscriber_id);
CREATE UNIQUE INDEX purchase_account_id_transaction_id_key ON purchase (account_id, transaction_id);
CREATE INDEX purchase_account_id_transaction_time_idx ON purchase (account_id, transaction_time);

CREATE TABLE purchase_line (
  account_id integer NOT NULL,
  purchase_id integer NOT NULL,
  lid text NOT NULL,
  "position" integer NOT NULL,
  product_id integer NOT NULL,
  name text NOT NULL,
  pid text NOT NULL,
  sku text,
  quantity integer NOT NULL,
  unit_price numeric(14,4) NOT NULL,
  added_at timestamptz(3),
  CONSTRAINT purchase_line_pkey PRIMARY KEY (account_id, purchase_id, lid)
);
CREATE INDEX purchase_line_account_id_product_id_idx ON purchase_line (account_id, product_id);

-- posts

CREATE TABLE post (
  account_id integer NOT NULL,
  id serial,
  publication_id integer NOT NULL,
  title text NOT NULL,
  slug text,
  description text,
  meta_description text,
  status text NOT NULL DEFAULT 'draft'::text,
  published_at timestamptz(3),
  sent_at timestamptz(3),
  thumbnail_url text,
  thumbnail_alt text,
  is_paid boolean NOT NULL DEFAULT false,
  content text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  content_html text,
  search tsvector,
  topics text[] DEFAULT ARRAY[]::text[],
  public_html text,
  former_slugs text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT post_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX post_account_id_publication_id_key ON post (account_id, publication_id);
CREATE UNIQUE INDEX post_account_id_slug_key ON post (account_id, slug);
CREATE INDEX post_account_id_status_published_at_id_idx ON post (account_id, status, published_at, id);
CREATE INDEX post_former_slugs_idx ON post USING gin (former_slugs);
CREATE INDEX post_status_published_at_idx ON post (status, published_at);

-- sequences

CREATE TYPE enrollment_state AS ENUM ('active', 'completed', 'stopped');
CREATE TABLE enrollment (
  account_id integer NOT NULL,
  sequence_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  state enrollment_state NOT NULL DEFAULT 'active'::enrollment_state,
  added_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  last_position integer,
  next_at timestamptz(3),
  completed_at timestamptz(3),
  delay_from timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  next_email_id integer,
  processed_email_ids integer[] DEFAULT ARRAY[]::integer[],
  run integer NOT NULL DEFAULT 1,
  CONSTRAINT enrollment_pkey PRIMARY KEY (account_id, sequence_id, subscriber_id)
) WITH (fillfactor = 85);
CREATE INDEX enrollment_account_id_sequence_id_added_at_id_idx ON enrollment (account_id, sequence_id, added_at, id);
CREATE INDEX enrollment_account_id_subscriber_id_idx ON enrollment (account_id, subscriber_id);
CREATE INDEX enrollment_due_idx ON enrollment (account_id, sequence_id, next_at) WHERE ((state = 'active'::enrollment_state) AND (next_at IS NOT NULL));

CREATE TABLE removed_enrollment (
  account_id integer NOT NULL,
  sequence_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  run integer NOT NULL,
  removed_at timestamptz(3) NOT NULL,
  CONSTRAINT removed_enrollment_pkey PRIMARY KEY (account_id, sequence_id, subscriber_id)
);
CREATE INDEX removed_enrollment_account_id_subscriber_id_idx ON removed_enrollment (account_id, subscriber_id);

CREATE TABLE sequence (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  hold boolean NOT NULL DEFAULT false,
  repeat boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  email_address text,
  email_template_id integer,
  send_days text[] DEFAULT ARRAY['monday'::text, 'tuesday'::text, 'wednesday'::text, 'thursday'::text, 'friday'::text, 'saturday'::text, 'sunday'::text],
  send_hour integer NOT NULL DEFAULT 11,
  time_zone text NOT NULL,
  exclude_subscriber_sources jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  deleted_at timestamptz(3),
  CONSTRAINT sequence_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE sequence_change (
  account_id integer NOT NULL,
  id serial,
  sequence_id integer NOT NULL,
  action text NOT NULL,
  source jsonb NOT NULL,
  state text NOT NULL DEFAULT 'running'::text,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  after_id bigint NOT NULL DEFAULT 0,
  created_by integer,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT sequence_change_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX sequence_change_account_id_sequence_id_id_idx ON sequence_change (account_id, sequence_id, id);
CREATE INDEX sequence_change_running_idx ON sequence_change (updated_at) WHERE (state = 'running'::text);

CREATE TABLE sequence_email (
  account_id integer NOT NULL,
  id serial,
  sequence_id integer NOT NULL,
  subject text NOT NULL,
  preview_text text,
  content text NOT NULL DEFAULT ''::text,
  email_template_id integer,
  published boolean NOT NULL DEFAULT false,
  "position" integer,
  delay_value integer NOT NULL,
  delay_unit text NOT NULL,
  send_days text[],
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  deleted_at timestamptz(3),
  problem text,
  draft jsonb,
  left_out text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT sequence_email_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX sequence_email_account_id_sequence_id_position_key ON sequence_email (account_id, sequence_id, "position");

-- broadcasts

CREATE TYPE broadcast_status AS ENUM ('draft', 'scheduled', 'sending', 'completed', 'aborted');
CREATE TABLE broadcast (
  account_id integer NOT NULL,
  id serial,
  publication_id serial,
  subject text,
  preview_text text,
  description text,
  content text,
  public boolean NOT NULL DEFAULT false,
  published_at timestamptz(3),
  send_at timestamptz(3),
  status broadcast_status NOT NULL DEFAULT 'draft'::broadcast_status,
  thumbnail_url text,
  thumbnail_alt text,
  email_template_id integer,
  email_address text,
  subscriber_filter jsonb,
  tracking_disabled boolean NOT NULL DEFAULT false,
  problem text,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  stopped_at timestamptz(3),
  stopped_by integer,
  undo_until timestamptz(3),
  outcome jsonb,
  plan jsonb,
  resend_of integer,
  versions jsonb,
  reply_to_address text,
  excluded jsonb,
  left_out text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT broadcast_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX broadcast_account_id_send_at_id_idx ON broadcast (account_id, send_at, id);
CREATE INDEX broadcast_account_id_status_id_idx ON broadcast (account_id, status, id);
CREATE INDEX broadcast_status_send_at_idx ON broadcast (status, send_at);

-- imports

CREATE TYPE work_state AS ENUM ('uploading', 'ready', 'queued', 'running', 'stopping', 'stopped', 'completed', 'failed');
CREATE TABLE import (
  account_id integer NOT NULL,
  id serial,
  filename text NOT NULL,
  state work_state NOT NULL DEFAULT 'uploading'::work_state,
  byte_size bigint NOT NULL DEFAULT 0,
  received_bytes bigint NOT NULL DEFAULT 0,
  content_hash text,
  encoding text,
  separator text,
  has_header boolean NOT NULL DEFAULT true,
  headers jsonb,
  sample jsonb,
  mapping jsonb,
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  consent_source text,
  total_rows integer,
  text_bytes bigint,
  read_to bigint NOT NULL DEFAULT 0,
  done_rows integer NOT NULL DEFAULT 0,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  duplicate_count integer NOT NULL DEFAULT 0,
  skipped_count integer NOT NULL DEFAULT 0,
  invalid_count integer NOT NULL DEFAULT 0,
  noted_count integer NOT NULL DEFAULT 0,
  error text,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  started_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  completed_at timestamptz(3),
  fingerprint text,
  kept_count integer NOT NULL DEFAULT 0,
  removed_count integer NOT NULL DEFAULT 0,
  restored_count integer NOT NULL DEFAULT 0,
  undo_state work_state,
  undone_rows integer NOT NULL DEFAULT 0,
  undone_to integer NOT NULL DEFAULT 0,
  active_count integer NOT NULL DEFAULT 0,
  bounced_count integer NOT NULL DEFAULT 0,
  cancelled_count integer NOT NULL DEFAULT 0,
  complained_count integer NOT NULL DEFAULT 0,
  inactive_count integer NOT NULL DEFAULT 0,
  CONSTRAINT import_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE import_chunk (
  account_id integer NOT NULL,
  import_id integer NOT NULL,
  seq integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT import_chunk_pkey PRIMARY KEY (account_id, import_id, seq)
);
ALTER TABLE import_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE import_preview (
  account_id integer NOT NULL,
  id serial,
  import_id integer NOT NULL,
  state work_state NOT NULL DEFAULT 'queued'::work_state,
  options jsonb NOT NULL,
  room integer,
  read_to bigint NOT NULL DEFAULT 0,
  done_rows integer NOT NULL DEFAULT 0,
  created_count integer NOT NULL DEFAULT 0,
  billable_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  duplicate_count integer NOT NULL DEFAULT 0,
  invalid_count integer NOT NULL DEFAULT 0,
  suppressed_count integer NOT NULL DEFAULT 0,
  over_limit_count integer NOT NULL DEFAULT 0,
  blank_count integer NOT NULL DEFAULT 0,
  new_tags text[] DEFAULT ARRAY[]::text[],
  error text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  completed_at timestamptz(3),
  active_count integer NOT NULL DEFAULT 0,
  bounced_count integer NOT NULL DEFAULT 0,
  cancelled_count integer NOT NULL DEFAULT 0,
  complained_count integer NOT NULL DEFAULT 0,
  inactive_count integer NOT NULL DEFAULT 0,
  questions jsonb NOT NULL DEFAULT '[]'::jsonb,
  unknown_words jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT import_preview_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX import_preview_account_id_import_id_key ON import_preview (account_id, import_id);

CREATE UNLOGGED TABLE import_preview_subscriber (
  account_id integer NOT NULL,
  preview_id integer NOT NULL,
  email_address text NOT NULL,
  CONSTRAINT import_preview_subscriber_pkey PRIMARY KEY (account_id, preview_id, email_address)
);

CREATE TABLE import_preview_row (
  account_id integer NOT NULL,
  preview_id integer NOT NULL,
  row_number integer NOT NULL,
  result text NOT NULL,
  email_address text,
  message text,
  changes jsonb,
  CONSTRAINT import_preview_row_pkey PRIMARY KEY (account_id, preview_id, row_number)
);

CREATE TABLE import_row (
  account_id integer NOT NULL,
  import_id integer NOT NULL,
  row_number integer NOT NULL,
  result text NOT NULL,
  message text,
  email_address text,
  subscriber_id bigint,
  cells jsonb,
  before jsonb,
  undone text,
  CONSTRAINT import_row_pkey PRIMARY KEY (account_id, import_id, row_number)
);
CREATE INDEX import_row_account_id_subscriber_id_import_id_idx ON import_row (account_id, subscriber_id, import_id);
CREATE INDEX import_row_problem_idx ON import_row (account_id, import_id, row_number) WHERE (cells IS NOT NULL);

-- exports

CREATE TABLE export (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  selection jsonb NOT NULL DEFAULT '{}'::jsonb,
  filename text NOT NULL,
  state work_state NOT NULL DEFAULT 'queued'::work_state,
  attempt integer NOT NULL DEFAULT 0,
  total_rows integer,
  done_rows integer NOT NULL DEFAULT 0,
  byte_size bigint NOT NULL DEFAULT 0,
  content_hash text,
  error text,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  started_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  CONSTRAINT export_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX export_expires_at_idx ON export (expires_at);

CREATE TABLE export_chunk (
  account_id integer NOT NULL,
  export_id integer NOT NULL,
  seq integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT export_chunk_pkey PRIMARY KEY (account_id, export_id, seq)
);
ALTER TABLE export_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- bulk-actions

CREATE TABLE bulk_action (
  account_id integer NOT NULL,
  id serial,
  action jsonb NOT NULL,
  selection jsonb NOT NULL,
  state text NOT NULL DEFAULT 'running'::text,
  stop_reason text,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  left_alone jsonb NOT NULL DEFAULT '{}'::jsonb,
  after_id bigint NOT NULL DEFAULT 0,
  until_id bigint NOT NULL,
  undo_after_id bigint NOT NULL DEFAULT 0,
  undone integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  created_by integer,
  undone_by integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT bulk_action_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE bulk_action_subscriber (
  account_id integer NOT NULL,
  bulk_action_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  before text,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT bulk_action_subscriber_pkey PRIMARY KEY (account_id, bulk_action_id, subscriber_id)
);
CREATE INDEX bulk_action_subscriber_account_id_subscriber_id_idx ON bulk_action_subscriber (account_id, subscriber_id);
CREATE INDEX bulk_action_subscriber_changed_at_idx ON bulk_action_subscriber (changed_at);

-- analytics

CREATE TABLE analytics_account (
  account_id integer NOT NULL,
  time_zone text NOT NULL,
  noted_to date NOT NULL,
  cohorts_at timestamptz(3),
  cohorts_due_at timestamptz(3) NOT NULL,
  CONSTRAINT analytics_account_pkey PRIMARY KEY (account_id)
);
CREATE INDEX analytics_account_cohorts_due_at_idx ON analytics_account (cohorts_due_at);

CREATE TABLE analytics_cohort (
  account_id integer NOT NULL,
  joined_in date NOT NULL,
  month date NOT NULL,
  joined integer NOT NULL,
  subscribed integer NOT NULL,
  engaged integer NOT NULL,
  CONSTRAINT analytics_cohort_pkey PRIMARY KEY (account_id, joined_in, month)
);

CREATE TABLE analytics_day (
  account_id integer NOT NULL,
  day date NOT NULL,
  counted_at timestamptz(3),
  next_count_at timestamptz(3),
  CONSTRAINT analytics_day_pkey PRIMARY KEY (account_id, day)
);
CREATE INDEX analytics_day_day_idx ON analytics_day USING brin (day);
CREATE INDEX analytics_day_next_count_at_idx ON analytics_day (next_count_at);

CREATE TABLE analytics_receiver (
  account_id integer NOT NULL,
  day date NOT NULL,
  receiver text NOT NULL,
  sent integer NOT NULL,
  opened integer NOT NULL,
  clicked integer NOT NULL,
  unsubscribed integer NOT NULL,
  bounced integer NOT NULL,
  complained integer NOT NULL,
  failed integer NOT NULL DEFAULT 0,
  CONSTRAINT analytics_receiver_pkey PRIMARY KEY (account_id, day, receiver)
);
CREATE INDEX analytics_receiver_day_idx ON analytics_receiver USING brin (day);

CREATE TABLE analytics_source (
  account_id integer NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  form_id integer NOT NULL,
  joined integer NOT NULL,
  unsubscribed integer NOT NULL,
  lost integer NOT NULL,
  CONSTRAINT analytics_source_pkey PRIMARY KEY (account_id, day, source, form_id)
);
CREATE INDEX analytics_source_day_idx ON analytics_source USING brin (day);

-- api-keys

CREATE TABLE api_key (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash text NOT NULL,
  scopes text[],
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT api_key_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX api_key_key_hash_key ON api_key (key_hash);

-- bulk-requests

CREATE TABLE bulk_failure (
  account_id integer NOT NULL,
  bulk_request_id integer NOT NULL,
  number integer NOT NULL,
  item jsonb NOT NULL,
  errors text[],
  CONSTRAINT bulk_failure_pkey PRIMARY KEY (account_id, bulk_request_id, number)
);

CREATE TABLE bulk_request (
  account_id integer NOT NULL,
  id serial,
  app_id integer NOT NULL,
  token_id integer NOT NULL,
  operation text NOT NULL,
  request_id text NOT NULL,
  state work_state NOT NULL DEFAULT 'queued'::work_state,
  item_count integer NOT NULL,
  done_count integer NOT NULL DEFAULT 0,
  failure_count integer NOT NULL DEFAULT 0,
  byte_size bigint NOT NULL,
  callback_url text,
  callback_state text,
  callback_attempts integer NOT NULL DEFAULT 0,
  callback_at timestamptz(3),
  callback_result text,
  error text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  started_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  completed_at timestamptz(3),
  untried_count integer NOT NULL DEFAULT 0,
  CONSTRAINT bulk_request_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX bulk_request_callback_idx ON bulk_request (callback_at) WHERE (callback_state = 'waiting'::text);
CREATE INDEX bulk_request_open_idx ON bulk_request (account_id, app_id) WHERE (state = ANY (ARRAY['queued'::work_state, 'running'::work_state, 'stopping'::work_state]));

CREATE TABLE bulk_slice (
  account_id integer NOT NULL,
  bulk_request_id integer NOT NULL,
  seq integer NOT NULL,
  item_count integer NOT NULL,
  items text,
  rows text,
  failures text,
  keys text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT bulk_slice_pkey PRIMARY KEY (account_id, bulk_request_id, seq)
);

-- reviews

CREATE TABLE review_claim (
  account_id integer NOT NULL,
  kind text NOT NULL,
  item_id integer NOT NULL,
  user_id integer NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT review_claim_pkey PRIMARY KEY (account_id, kind, item_id)
);

CREATE TABLE review_entry (
  account_id integer NOT NULL,
  id serial,
  kind text NOT NULL,
  item_id integer NOT NULL,
  action text NOT NULL,
  text text NOT NULL,
  snapshot jsonb,
  author_id integer NOT NULL,
  author text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT review_entry_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX review_entry_account_id_kind_item_id_id_idx ON review_entry (account_id, kind, item_id, id);

-- apps

CREATE TYPE app_status AS ENUM ('unpublished', 'in_review', 'published');
CREATE TABLE app (
  id serial,
  account_id integer,
  client_id text NOT NULL,
  client_secret_hash text,
  name text NOT NULL,
  confidential boolean NOT NULL DEFAULT true,
  redirect_uris text[],
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  after_install_url text,
  authorization_url text,
  category text,
  client_secret_hint text,
  client_uri text,
  deleted_at timestamptz(3),
  description text NOT NULL DEFAULT ''::text,
  last_used_at timestamptz(3),
  logo_uri text,
  plugin_authorize_url text,
  plugin_client_id text,
  plugin_client_secret text,
  plugin_refresh_url text,
  plugin_revoke_url text,
  plugin_token_url text,
  published_at timestamptz(3),
  return_to_domains text[] DEFAULT ARRAY[]::text[],
  review_note text,
  reviewed_at timestamptz(3),
  reviewed_by integer,
  revoke_url text,
  scopes text[] DEFAULT ARRAY['public'::text],
  settings_url text,
  status app_status NOT NULL DEFAULT 'unpublished'::app_status,
  submitted_at timestamptz(3),
  support_url text,
  tagline text NOT NULL DEFAULT ''::text,
  webhook_events text[] DEFAULT ARRAY[]::text[],
  webhook_url text,
  website_url text,
  draft jsonb,
  draft_submitted_at timestamptz(3),
  calls_paused_at timestamptz(3),
  calls_paused_reason text,
  screenshots jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT app_pkey PRIMARY KEY (id)
);
CREATE INDEX app_account_id_id_idx ON app (account_id, id);
CREATE UNIQUE INDEX app_client_id_key ON app (client_id);
CREATE INDEX app_status_published_at_idx ON app (status, published_at);

CREATE TABLE app_draft_logo (
  app_id integer NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT app_draft_logo_pkey PRIMARY KEY (app_id)
);

CREATE TABLE app_logo (
  app_id integer NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT app_logo_pkey PRIMARY KEY (app_id)
);

CREATE TABLE app_plugin (
  id serial,
  app_id integer NOT NULL,
  kind text NOT NULL,
  identifier text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  request_url text NOT NULL,
  settings jsonb NOT NULL DEFAULT '[]'::jsonb,
  sort_order integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT app_plugin_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX app_plugin_app_id_identifier_key ON app_plugin (app_id, identifier);

CREATE TABLE app_screenshot (
  app_id integer NOT NULL,
  key text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT app_screenshot_pkey PRIMARY KEY (app_id, key)
);

CREATE TYPE installation_state AS ENUM ('pending', 'installed', 'uninstalled');
CREATE TABLE installation (
  account_id integer NOT NULL,
  id serial,
  app_id integer NOT NULL,
  tenant_name text NOT NULL DEFAULT ''::text,
  state installation_state NOT NULL DEFAULT 'pending'::installation_state,
  installed_by integer,
  return_to text,
  partner_access_token text,
  partner_refresh_token text,
  partner_expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  installed_at timestamptz(3),
  uninstalled_at timestamptz(3),
  uninstalled_by text,
  partner_refresh_until timestamptz(3),
  partner_state_hash text,
  CONSTRAINT installation_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX installation_account_id_app_id_tenant_name_key ON installation (account_id, app_id, tenant_name);
CREATE INDEX installation_app_id_state_idx ON installation (app_id, state);

CREATE TABLE test_install (
  account_id integer NOT NULL,
  app_id integer NOT NULL,
  started_by integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3),
  CONSTRAINT test_install_pkey PRIMARY KEY (account_id, app_id)
);
CREATE INDEX test_install_app_id_idx ON test_install (app_id);
CREATE INDEX test_install_removed_at_idx ON test_install (removed_at);

-- oauth

CREATE TABLE oauth_grant (
  account_id integer NOT NULL,
  id serial,
  app_id integer NOT NULL,
  user_id integer NOT NULL,
  installation_id integer NOT NULL,
  scopes text[],
  redirect_uri text NOT NULL,
  code_hash text NOT NULL,
  code_challenge text,
  code_expires_at timestamptz(3) NOT NULL,
  code_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  revoked_at timestamptz(3),
  CONSTRAINT oauth_grant_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX oauth_grant_account_id_app_id_idx ON oauth_grant (account_id, app_id);
CREATE UNIQUE INDEX oauth_grant_code_hash_key ON oauth_grant (code_hash);

CREATE TABLE oauth_token (
  id serial,
  account_id integer NOT NULL,
  app_id integer NOT NULL,
  user_id integer NOT NULL,
  access_token_hash text NOT NULL,
  refresh_token_hash text,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  grant_id integer NOT NULL,
  refresh_expires_at timestamptz(3),
  refresh_used_at timestamptz(3),
  CONSTRAINT oauth_token_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX oauth_token_access_token_hash_key ON oauth_token (access_token_hash);
CREATE INDEX oauth_token_account_id_app_id_idx ON oauth_token (account_id, app_id);
CREATE INDEX oauth_token_account_id_grant_id_idx ON oauth_token (account_id, grant_id);
CREATE UNIQUE INDEX oauth_token_refresh_token_hash_key ON oauth_token (refresh_token_hash);

-- automations

CREATE TABLE automation (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'visual'::text,
  state text NOT NULL DEFAULT 'draft'::text,
  reentry text NOT NULL DEFAULT 'never'::text,
  draft jsonb NOT NULL DEFAULT '{"first": null, "steps": [], "triggers": []}'::jsonb,
  revision integer NOT NULL DEFAULT 1,
  version integer,
  paused_at timestamptz(3),
  template_id integer,
  template_version integer,
  is_locked boolean NOT NULL DEFAULT false,
  created_by integer,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  deleted_at timestamptz(3),
  pauses jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT automation_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE automation_app_event (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  plugin_id integer NOT NULL,
  event_id text NOT NULL,
  node text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT automation_app_event_pkey PRIMARY KEY (account_id, subscriber_id, plugin_id, event_id, node)
);
CREATE INDEX automation_app_event_at_idx ON automation_app_event (at);

CREATE TABLE automation_call (
  account_id integer NOT NULL,
  id uuid NOT NULL,
  automation_id integer NOT NULL,
  step_id text NOT NULL,
  plugin_id integer NOT NULL,
  settings jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  problem text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT automation_call_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE automation_call_run (
  account_id integer NOT NULL,
  run_id bigint NOT NULL,
  call_id uuid NOT NULL,
  subscriber_id bigint NOT NULL,
  CONSTRAINT automation_call_run_pkey PRIMARY KEY (account_id, run_id)
);
CREATE INDEX automation_call_run_account_id_call_id_idx ON automation_call_run (account_id, call_id);

CREATE TABLE automation_date (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  step_id text NOT NULL,
  done_until timestamptz(3) NOT NULL,
  until timestamptz(3),
  after_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT automation_date_pkey PRIMARY KEY (account_id, automation_id, step_id)
);

CREATE TABLE automation_dry_run_subscriber (
  account_id integer NOT NULL,
  task_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  entered_at timestamptz(3) NOT NULL,
  state text NOT NULL,
  step_id text,
  emails integer NOT NULL,
  most_emails integer NOT NULL,
  most_on date,
  path jsonb NOT NULL,
  CONSTRAINT automation_dry_run_subscriber_pkey PRIMARY KEY (account_id, task_id, subscriber_id)
);
CREATE INDEX automation_dry_run_subscriber_account_id_subscriber_id_idx ON automation_dry_run_subscriber (account_id, subscriber_id);

CREATE TABLE automation_email (
  account_id integer NOT NULL,
  id serial,
  automation_id integer NOT NULL,
  subject text NOT NULL DEFAULT ''::text,
  preview_text text,
  content text NOT NULL DEFAULT ''::text,
  email_template_id integer,
  email_address text,
  problem text,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  deleted_at timestamptz(3),
  has_content boolean,
  mistake text,
  left_out text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT automation_email_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX automation_email_account_id_automation_id_idx ON automation_email (account_id, automation_id);

CREATE TABLE automation_event (
  account_id integer NOT NULL,
  id bigserial,
  type text NOT NULL,
  object text NOT NULL,
  subscriber_id bigint NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamptz(3),
  is_dated boolean NOT NULL DEFAULT false,
  CONSTRAINT automation_event_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE automation_listener (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  version integer NOT NULL,
  step_id text NOT NULL,
  number integer NOT NULL,
  purpose text NOT NULL,
  type text NOT NULL,
  object text NOT NULL DEFAULT ''::text,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  listens_since timestamptz(3),
  CONSTRAINT automation_listener_pkey PRIMARY KEY (account_id, automation_id, version, step_id, number)
);
CREATE INDEX automation_listener_account_id_type_object_idx ON automation_listener (account_id, type, object);

CREATE TABLE automation_notice (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  user_id integer NOT NULL,
  step_id text NOT NULL,
  message text NOT NULL,
  arrived integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  CONSTRAINT automation_notice_pkey PRIMARY KEY (account_id, automation_id, user_id, step_id)
);

CREATE TABLE automation_pull (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  step_id text NOT NULL,
  plugin_id integer NOT NULL,
  settings_key text NOT NULL,
  settings jsonb NOT NULL,
  since timestamptz(3) NOT NULL,
  cursor text,
  pages integer NOT NULL DEFAULT 0,
  next_at timestamptz(3) NOT NULL,
  claim uuid,
  failures integer NOT NULL DEFAULT 0,
  problem text,
  pulled_at timestamptz(3),
  recorded integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  CONSTRAINT automation_pull_pkey PRIMARY KEY (account_id, automation_id, step_id, plugin_id, settings_key)
);
CREATE INDEX automation_pull_plugin_id_next_at_idx ON automation_pull (plugin_id, next_at);

CREATE TABLE automation_run (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  id bigserial,
  version integer NOT NULL,
  state text NOT NULL,
  step_id text,
  due_at timestamptz(3),
  arrived_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  problem text,
  trigger_id text,
  entered_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  reason text,
  evidence jsonb,
  exit text,
  steps integer NOT NULL DEFAULT 0,
  steps_from timestamptz(3),
  arrived_after bigint NOT NULL DEFAULT 0,
  entered_after bigint NOT NULL DEFAULT 0,
  CONSTRAINT automation_run_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX automation_run_account_id_automation_id_state_step_id_id_idx ON automation_run (account_id, automation_id, state, step_id, id);
CREATE INDEX automation_run_account_id_subscriber_id_id_idx ON automation_run (account_id, subscriber_id, id);
CREATE INDEX automation_run_due_idx ON automation_run (account_id, automation_id, due_at, id) WHERE ((ended_at IS NULL) AND (due_at IS NOT NULL));

CREATE TABLE automation_segment (
  account_id integer NOT NULL,
  segment_id integer NOT NULL,
  evaluated_at timestamptz(3),
  after_id bigint,
  CONSTRAINT automation_segment_pkey PRIMARY KEY (account_id, segment_id)
);

CREATE TABLE automation_segment_member (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  segment_id integer NOT NULL,
  CONSTRAINT automation_segment_member_pkey PRIMARY KEY (account_id, subscriber_id, segment_id)
);

CREATE TABLE automation_step_count (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  step_id text NOT NULL,
  day date NOT NULL,
  entered integer NOT NULL DEFAULT 0,
  passed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  ended integer NOT NULL DEFAULT 0,
  exits jsonb NOT NULL DEFAULT '{}'::jsonb,
  moved integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 0,
  CONSTRAINT automation_step_count_pkey PRIMARY KEY (account_id, automation_id, step_id, version, day)
);

CREATE TABLE automation_task (
  account_id integer NOT NULL,
  id serial,
  automation_id integer NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  state text NOT NULL DEFAULT 'running'::text,
  after_id bigint NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  result jsonb,
  created_by integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT automation_task_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX automation_task_account_id_automation_id_id_idx ON automation_task (account_id, automation_id, id);
CREATE INDEX automation_task_state_updated_at_idx ON automation_task (state, updated_at);

CREATE TABLE automation_trace (
  account_id integer NOT NULL,
  run_id bigint NOT NULL,
  id bigserial,
  step_id text,
  event text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamptz(3) NOT NULL,
  CONSTRAINT automation_trace_pkey PRIMARY KEY (account_id, run_id, id)
);
CREATE INDEX automation_trace_account_id_at_idx ON automation_trace (account_id, at);

CREATE TABLE automation_version (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  version integer NOT NULL,
  graph jsonb NOT NULL,
  reentry text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  published_by integer,
  CONSTRAINT automation_version_pkey PRIMARY KEY (account_id, automation_id, version)
);

CREATE TABLE automation_version_email (
  account_id integer NOT NULL,
  automation_id integer NOT NULL,
  version integer NOT NULL,
  email_id integer NOT NULL,
  subject text NOT NULL,
  preview_text text,
  content text NOT NULL,
  email_template_id integer,
  email_address text,
  CONSTRAINT automation_version_email_pkey PRIMARY KEY (account_id, automation_id, version, email_id)
);

-- automation-templates

CREATE TABLE automation_template (
  account_id integer NOT NULL,
  id serial,
  app_id integer NOT NULL,
  automation_id integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  labels text[] DEFAULT ARRAY[]::text[],
  state text NOT NULL DEFAULT 'draft'::text,
  version integer,
  live_version integer,
  review_note text,
  submitted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  deleted_at timestamptz(3),
  CONSTRAINT automation_template_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX automation_template_account_id_automation_id_idx ON automation_template (account_id, automation_id);
CREATE INDEX automation_template_app_id_id_idx ON automation_template (app_id, id);
CREATE UNIQUE INDEX automation_template_id_key ON automation_template (id);

CREATE TABLE automation_template_test (
  account_id integer NOT NULL,
  template_id integer NOT NULL,
  version integer NOT NULL,
  automation_id integer NOT NULL,
  started_by integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT automation_template_test_pkey PRIMARY KEY (account_id, template_id)
);
CREATE INDEX automation_template_test_template_id_idx ON automation_template_test (template_id);

CREATE TABLE automation_template_version (
  account_id integer NOT NULL,
  template_id integer NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  labels text[],
  source_version integer NOT NULL,
  reentry text NOT NULL,
  graph jsonb NOT NULL,
  emails jsonb NOT NULL,
  needs jsonb NOT NULL,
  picture jsonb NOT NULL,
  submitted_at timestamptz(3) NOT NULL,
  submitted_by integer,
  approved_at timestamptz(3),
  approved_by integer,
  published_at timestamptz(3),
  CONSTRAINT automation_template_version_pkey PRIMARY KEY (account_id, template_id, version)
);

-- webhooks

CREATE TABLE legacy_webhook (
  account_id integer NOT NULL,
  id serial,
  target_url text NOT NULL,
  event jsonb NOT NULL,
  event_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  app_id integer,
  created_by integer,
  CONSTRAINT legacy_webhook_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX legacy_webhook_account_id_event_name_idx ON legacy_webhook (account_id, event_name);

CREATE TABLE webhook_attempt (
  account_id integer NOT NULL,
  delivery_id bigint NOT NULL,
  number integer NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  response_status integer,
  response_body text,
  error text,
  duration_ms integer NOT NULL,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (account_id, delivery_id, number)
);

CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'retrying', 'delivered', 'failed');
CREATE TABLE webhook_delivery (
  account_id integer NOT NULL,
  id bigserial,
  legacy boolean NOT NULL DEFAULT false,
  hook_id integer NOT NULL,
  event_type text NOT NULL,
  event_ids bigint[],
  event_count integer NOT NULL,
  bytes integer NOT NULL,
  status webhook_delivery_status NOT NULL DEFAULT 'pending'::webhook_delivery_status,
  attempt_count integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  resend_of bigint,
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  completed_at timestamptz(3),
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT webhook_delivery_open_has_time CHECK ((((status = ANY (ARRAY['pending'::webhook_delivery_status, 'retrying'::webhook_delivery_status])) = (next_attempt_at IS NOT NULL)) AND ((next_attempt_at IS NULL) = (completed_at IS NOT NULL))))
) WITH (fillfactor = 85);
CREATE INDEX webhook_delivery_account_id_legacy_hook_id_id_idx ON webhook_delivery (account_id, legacy, hook_id, id);
CREATE INDEX webhook_delivery_created_at_idx ON webhook_delivery (created_at);
CREATE INDEX webhook_delivery_pending_idx ON webhook_delivery (account_id, legacy, hook_id, next_attempt_at, id) WHERE (status = 'pending'::webhook_delivery_status);
CREATE INDEX webhook_delivery_retrying_idx ON webhook_delivery (account_id, legacy, hook_id, next_attempt_at, id) WHERE (status = 'retrying'::webhook_delivery_status);
CREATE INDEX webhook_delivery_unsuccessful_idx ON webhook_delivery (account_id, legacy, hook_id, status, id) WHERE (status = ANY (ARRAY['failed'::webhook_delivery_status, 'retrying'::webhook_delivery_status]));

CREATE TABLE webhook_endpoint (
  account_id integer NOT NULL,
  id serial,
  name text NOT NULL,
  url text NOT NULL,
  description text,
  events text[],
  status text NOT NULL DEFAULT 'active'::text,
  app_id integer,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_expires_at timestamptz(3),
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  disabled_by text,
  warned_at timestamptz(3),
  created_by integer,
  disabled_reason text,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE webhook_event (
  account_id integer NOT NULL,
  id bigserial,
  event_id uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  data json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  kept_until timestamptz(3) NOT NULL,
  CONSTRAINT webhook_event_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX webhook_event_kept_until_idx ON webhook_event (kept_until);

CREATE TABLE webhook_hour (
  account_id integer NOT NULL,
  legacy boolean NOT NULL,
  hook_id integer NOT NULL,
  hour timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT webhook_hour_pkey PRIMARY KEY (account_id, legacy, hook_id, hour)
) WITH (fillfactor = 50);
CREATE INDEX webhook_hour_failures_idx ON webhook_hour (hour, account_id, legacy, hook_id) WHERE (failures > 0);

CREATE TABLE webhook_queue (
  account_id integer NOT NULL,
  legacy boolean NOT NULL,
  hook_id integer NOT NULL,
  due_at timestamptz(3),
  lease_owner uuid,
  leased_until timestamptz(3),
  is_changed boolean NOT NULL DEFAULT false,
  health text NOT NULL DEFAULT 'new'::text,
  CONSTRAINT webhook_queue_pkey PRIMARY KEY (account_id, legacy, hook_id)
) WITH (fillfactor = 50);
CREATE INDEX webhook_queue_health_due_at_idx ON webhook_queue (health, due_at);

CREATE TABLE webhook_outbox (
  id bigserial,
  account_id integer NOT NULL,
  type text NOT NULL,
  event_ids bigint[],
  sizes integer[],
  leaves_at timestamptz(3) NOT NULL,
  data json,
  CONSTRAINT webhook_outbox_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE TABLE webhook_retry (
  account_id integer NOT NULL,
  legacy boolean NOT NULL,
  hook_id integer NOT NULL,
  due_at timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  CONSTRAINT webhook_retry_pkey PRIMARY KEY (account_id, legacy, hook_id)
) WITH (fillfactor = 50);
CREATE INDEX webhook_retry_due_at_idx ON webhook_retry (due_at);

-- tag-merges

CREATE TABLE tag_merge (
  account_id integer NOT NULL,
  id serial,
  from_tag_id integer NOT NULL,
  from_name text NOT NULL,
  into_tag_id integer NOT NULL,
  into_name text NOT NULL,
  state text NOT NULL DEFAULT 'running'::text,
  problem text,
  copied_to bigint NOT NULL DEFAULT 0,
  moved integer NOT NULL DEFAULT 0,
  already_had integer NOT NULL DEFAULT 0,
  created_by integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT tag_merge_pkey PRIMARY KEY (account_id, id)
);

-- preferences

CREATE TABLE leave_reason (
  account_id integer NOT NULL,
  subscriber_id bigint NOT NULL,
  reason text NOT NULL,
  comment text,
  mail_id integer,
  given_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  CONSTRAINT leave_reason_pkey PRIMARY KEY (account_id, subscriber_id)
);
CREATE INDEX leave_reason_account_id_given_at_idx ON leave_reason (account_id, given_at);

CREATE TABLE preference_request (
  account_id integer NOT NULL,
  id bigserial,
  subscriber_id bigint NOT NULL,
  kind text NOT NULL,
  new_address text,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT transaction_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT preference_request_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX preference_request_account_id_subscriber_id_idx ON preference_request (account_id, subscriber_id);
CREATE INDEX preference_request_expires_at_idx ON preference_request (expires_at);
CREATE UNIQUE INDEX preference_request_token_hash_key ON preference_request (token_hash);

-- backups

CREATE TABLE backup (
  id uuid NOT NULL,
  file text NOT NULL,
  host text NOT NULL,
  is_scheduled boolean NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  bytes bigint,
  rows bigint,
  error text,
  CONSTRAINT backup_pkey PRIMARY KEY (id)
);
CREATE INDEX backup_ended_at_idx ON backup (ended_at);

-- deletion

CREATE TABLE account_deletion (
  account_id integer NOT NULL,
  account_name text NOT NULL,
  scheduled_at timestamptz(3) NOT NULL,
  deletes_at timestamptz(3) NOT NULL,
  by_administrator boolean NOT NULL,
  reason text,
  requested_by integer,
  reminded_at timestamptz(3),
  started_at timestamptz(3),
  owners text[] DEFAULT ARRAY[]::text[],
  members integer[] DEFAULT ARRAY[]::integer[],
  ended_at timestamptz(3),
  CONSTRAINT account_deletion_pkey PRIMARY KEY (account_id)
);
CREATE INDEX account_deletion_deletes_at_idx ON account_deletion (deletes_at);

-- admin

CREATE TABLE account_note (
  account_id integer NOT NULL,
  id serial,
  text text NOT NULL,
  author_id integer NOT NULL,
  author text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT account_note_pkey PRIMARY KEY (account_id, id)
);

-- What a statement changed about the engagement of a subscriber.
CREATE TYPE engagement_change AS (account_id integer, subscriber_id bigint, sent_at timestamptz, sent integer, opens integer, clicks integer);

-- Foreign keys
-- ------------

-- server/core/instance

ALTER TABLE api_day ADD CONSTRAINT api_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- deleted-records

ALTER TABLE deleted_record ADD CONSTRAINT deleted_record_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- custom-fields

ALTER TABLE custom_field ADD CONSTRAINT custom_field_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- subscribers

ALTER TABLE subscriber_columns ADD CONSTRAINT subscriber_columns_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE subscriber_note ADD CONSTRAINT subscriber_note_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- tags

ALTER TABLE tag ADD CONSTRAINT tag_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tagging ADD CONSTRAINT tagging_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tagging ADD CONSTRAINT tagging_account_id_tag_id_fkey FOREIGN KEY (account_id, tag_id) REFERENCES tag(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE merged_tagging ADD CONSTRAINT merged_tagging_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE merged_tagging ADD CONSTRAINT merged_tagging_account_id_tag_merge_id_fkey FOREIGN KEY (account_id, tag_merge_id) REFERENCES tag_merge(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- segments

ALTER TABLE segment ADD CONSTRAINT segment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE segment_size ADD CONSTRAINT segment_size_account_id_segment_id_fkey FOREIGN KEY (account_id, segment_id) REFERENCES segment(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- media

ALTER TABLE media_picture ADD CONSTRAINT media_picture_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- style

ALTER TABLE account_style ADD CONSTRAINT account_style_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- revisions

ALTER TABLE revision ADD CONSTRAINT revision_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- snippets

ALTER TABLE snippet ADD CONSTRAINT snippet_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- templates

ALTER TABLE email_template ADD CONSTRAINT email_template_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- transports

ALTER TABLE mail_wait ADD CONSTRAINT mail_wait_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES mail(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- delivery

ALTER TABLE bounce_wave ADD CONSTRAINT bounce_wave_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE delivery ADD CONSTRAINT delivery_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE engagement ADD CONSTRAINT engagement_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE link ADD CONSTRAINT link_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES mail(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_account_id_automation_email_id_fkey FOREIGN KEY (account_id, automation_email_id) REFERENCES automation_email(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_account_id_broadcast_id_fkey FOREIGN KEY (account_id, broadcast_id) REFERENCES broadcast(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail ADD CONSTRAINT mail_account_id_sequence_email_id_fkey FOREIGN KEY (account_id, sequence_email_id) REFERENCES sequence_email(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail_variant ADD CONSTRAINT mail_variant_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES mail(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE send_batch ADD CONSTRAINT send_batch_account_id_mail_id_fkey FOREIGN KEY (account_id, mail_id) REFERENCES mail(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reputation_count ADD CONSTRAINT reputation_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending_guard ADD CONSTRAINT sending_guard_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE text_bounce ADD CONSTRAINT text_bounce_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE text_bounce ADD CONSTRAINT text_bounce_account_id_wave_id_fkey FOREIGN KEY (account_id, wave_id) REFERENCES bounce_wave(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- bounces

ALTER TABLE delivery_report ADD CONSTRAINT delivery_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- notifications

ALTER TABLE notification ADD CONSTRAINT notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notification ADD CONSTRAINT notification_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notification_read ADD CONSTRAINT notification_read_account_id_notification_id_fkey FOREIGN KEY (account_id, notification_id) REFERENCES notification(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notification_read ADD CONSTRAINT notification_read_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notification_setting ADD CONSTRAINT notification_setting_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- comments

ALTER TABLE draft_comment ADD CONSTRAINT draft_comment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_comment ADD CONSTRAINT draft_comment_account_id_thread_id_fkey FOREIGN KEY (account_id, thread_id) REFERENCES draft_comment(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE draft_comment_read ADD CONSTRAINT draft_comment_read_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- security-events

ALTER TABLE security_event ADD CONSTRAINT security_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- users

ALTER TABLE password_reset ADD CONSTRAINT password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE account_view ADD CONSTRAINT account_view_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE user_identity ADD CONSTRAINT user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- second-factors

ALTER TABLE authenticator ADD CONSTRAINT authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkey ADD CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- accounts

ALTER TABLE creator_profile ADD CONSTRAINT creator_profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitation ADD CONSTRAINT invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE plan_notice ADD CONSTRAINT plan_notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending_address ADD CONSTRAINT sending_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- sending-domains

ALTER TABLE sending_domain ADD CONSTRAINT sending_domain_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending_key ADD CONSTRAINT sending_key_account_id_sending_domain_id_fkey FOREIGN KEY (account_id, sending_domain_id) REFERENCES sending_domain(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- sites

ALTER TABLE site ADD CONSTRAINT site_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE site_name ADD CONSTRAINT site_name_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- recommendations

ALTER TABLE recommendation ADD CONSTRAINT recommendation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recommendation ADD CONSTRAINT recommendation_recommended_id_fkey FOREIGN KEY (recommended_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recommendation_profile ADD CONSTRAINT recommendation_profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- forms

ALTER TABLE confirmation ADD CONSTRAINT confirmation_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE confirmation ADD CONSTRAINT confirmation_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form ADD CONSTRAINT form_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_count ADD CONSTRAINT form_count_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_file ADD CONSTRAINT form_file_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_file_email ADD CONSTRAINT form_file_email_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_file_email ADD CONSTRAINT form_file_email_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_subscription ADD CONSTRAINT form_subscription_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE form_subscription ADD CONSTRAINT form_subscription_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE landing_page ADD CONSTRAINT landing_page_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE landing_page_b ADD CONSTRAINT landing_page_b_account_id_form_id_fkey FOREIGN KEY (account_id, form_id) REFERENCES form(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- purchases

ALTER TABLE account_product ADD CONSTRAINT account_product_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE account_product ADD CONSTRAINT account_product_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES product(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE product ADD CONSTRAINT product_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE purchase ADD CONSTRAINT purchase_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE purchase ADD CONSTRAINT purchase_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE purchase_line ADD CONSTRAINT purchase_line_account_id_product_id_fkey FOREIGN KEY (account_id, product_id) REFERENCES product(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE purchase_line ADD CONSTRAINT purchase_line_account_id_purchase_id_fkey FOREIGN KEY (account_id, purchase_id) REFERENCES purchase(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- posts

ALTER TABLE post ADD CONSTRAINT post_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- sequences

ALTER TABLE enrollment ADD CONSTRAINT enrollment_account_id_sequence_id_fkey FOREIGN KEY (account_id, sequence_id) REFERENCES sequence(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE enrollment ADD CONSTRAINT enrollment_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE removed_enrollment ADD CONSTRAINT removed_enrollment_account_id_sequence_id_fkey FOREIGN KEY (account_id, sequence_id) REFERENCES sequence(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE removed_enrollment ADD CONSTRAINT removed_enrollment_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence ADD CONSTRAINT sequence_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_change ADD CONSTRAINT sequence_change_account_id_sequence_id_fkey FOREIGN KEY (account_id, sequence_id) REFERENCES sequence(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_email ADD CONSTRAINT sequence_email_account_id_sequence_id_fkey FOREIGN KEY (account_id, sequence_id) REFERENCES sequence(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- broadcasts

ALTER TABLE broadcast ADD CONSTRAINT broadcast_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- imports

ALTER TABLE import ADD CONSTRAINT import_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_chunk ADD CONSTRAINT import_chunk_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES import(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_preview ADD CONSTRAINT import_preview_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES import(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_preview_subscriber ADD CONSTRAINT import_preview_subscriber_account_id_preview_id_fkey FOREIGN KEY (account_id, preview_id) REFERENCES import_preview(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_preview_row ADD CONSTRAINT import_preview_row_account_id_preview_id_fkey FOREIGN KEY (account_id, preview_id) REFERENCES import_preview(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- exports

ALTER TABLE export ADD CONSTRAINT export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE export_chunk ADD CONSTRAINT export_chunk_account_id_export_id_fkey FOREIGN KEY (account_id, export_id) REFERENCES export(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- bulk-actions

ALTER TABLE bulk_action ADD CONSTRAINT bulk_action_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bulk_action_subscriber ADD CONSTRAINT bulk_action_subscriber_account_id_bulk_action_id_fkey FOREIGN KEY (account_id, bulk_action_id) REFERENCES bulk_action(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bulk_action_subscriber ADD CONSTRAINT bulk_action_subscriber_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- analytics

ALTER TABLE analytics_account ADD CONSTRAINT analytics_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE analytics_cohort ADD CONSTRAINT analytics_cohort_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE analytics_day ADD CONSTRAINT analytics_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE analytics_receiver ADD CONSTRAINT analytics_receiver_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE analytics_source ADD CONSTRAINT analytics_source_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- api-keys

ALTER TABLE api_key ADD CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- bulk-requests

ALTER TABLE bulk_failure ADD CONSTRAINT bulk_failure_account_id_bulk_request_id_fkey FOREIGN KEY (account_id, bulk_request_id) REFERENCES bulk_request(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bulk_request ADD CONSTRAINT bulk_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bulk_slice ADD CONSTRAINT bulk_slice_account_id_bulk_request_id_fkey FOREIGN KEY (account_id, bulk_request_id) REFERENCES bulk_request(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- reviews

ALTER TABLE review_claim ADD CONSTRAINT review_claim_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_entry ADD CONSTRAINT review_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- apps

ALTER TABLE app ADD CONSTRAINT app_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_draft_logo ADD CONSTRAINT app_draft_logo_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_logo ADD CONSTRAINT app_logo_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_plugin ADD CONSTRAINT app_plugin_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE app_screenshot ADD CONSTRAINT app_screenshot_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE installation ADD CONSTRAINT installation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE installation ADD CONSTRAINT installation_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE test_install ADD CONSTRAINT test_install_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE test_install ADD CONSTRAINT test_install_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- oauth

ALTER TABLE oauth_grant ADD CONSTRAINT oauth_grant_account_id_installation_id_fkey FOREIGN KEY (account_id, installation_id) REFERENCES installation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_token ADD CONSTRAINT oauth_token_account_id_grant_id_fkey FOREIGN KEY (account_id, grant_id) REFERENCES oauth_grant(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE oauth_token ADD CONSTRAINT oauth_token_app_id_fkey FOREIGN KEY (app_id) REFERENCES app(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- automations

ALTER TABLE automation ADD CONSTRAINT automation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_app_event ADD CONSTRAINT automation_app_event_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_call ADD CONSTRAINT automation_call_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_call_run ADD CONSTRAINT automation_call_run_account_id_call_id_fkey FOREIGN KEY (account_id, call_id) REFERENCES automation_call(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_call_run ADD CONSTRAINT automation_call_run_account_id_run_id_fkey FOREIGN KEY (account_id, run_id) REFERENCES automation_run(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_dry_run_subscriber ADD CONSTRAINT automation_dry_run_subscriber_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_dry_run_subscriber ADD CONSTRAINT automation_dry_run_subscriber_account_id_task_id_fkey FOREIGN KEY (account_id, task_id) REFERENCES automation_task(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_email ADD CONSTRAINT automation_email_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_listener ADD CONSTRAINT automation_listener_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_notice ADD CONSTRAINT automation_notice_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_notice ADD CONSTRAINT automation_notice_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_pull ADD CONSTRAINT automation_pull_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_run ADD CONSTRAINT automation_run_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_run ADD CONSTRAINT automation_run_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_segment_member ADD CONSTRAINT automation_segment_member_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_task ADD CONSTRAINT automation_task_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_version ADD CONSTRAINT automation_version_account_id_automation_id_fkey FOREIGN KEY (account_id, automation_id) REFERENCES automation(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_version_email ADD CONSTRAINT automation_version_email_account_id_automation_id_version_fkey FOREIGN KEY (account_id, automation_id, version) REFERENCES automation_version(account_id, automation_id, version) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_version_email ADD CONSTRAINT automation_version_email_account_id_email_id_fkey FOREIGN KEY (account_id, email_id) REFERENCES automation_email(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- automation-templates

ALTER TABLE automation_template ADD CONSTRAINT automation_template_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_template_test ADD CONSTRAINT automation_template_test_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE automation_template_version ADD CONSTRAINT automation_template_version_account_id_template_id_fkey FOREIGN KEY (account_id, template_id) REFERENCES automation_template(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- webhooks

ALTER TABLE legacy_webhook ADD CONSTRAINT legacy_webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_account_id_delivery_id_fkey FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_delivery(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_hour ADD CONSTRAINT webhook_hour_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_queue ADD CONSTRAINT webhook_queue_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_retry ADD CONSTRAINT webhook_retry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- tag-merges

ALTER TABLE tag_merge ADD CONSTRAINT tag_merge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- preferences

ALTER TABLE leave_reason ADD CONSTRAINT leave_reason_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preference_request ADD CONSTRAINT preference_request_account_id_subscriber_id_fkey FOREIGN KEY (account_id, subscriber_id) REFERENCES subscriber(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- admin

ALTER TABLE account_note ADD CONSTRAINT account_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Functions and triggers: the text of server/**/database
-- -----------------------------------------------------

-- server/core, server/jobs

CREATE FUNCTION purge_audit_entries(before timestamptz, most integer)
RETURNS SETOF bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_entry WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry WHERE occurred_at < least(before, clock_timestamp() - interval '90 days') ORDER BY occurred_at LIMIT most))
  RETURNING id
$$;
REVOKE ALL ON FUNCTION purge_audit_entries(before timestamptz, most integer) FROM PUBLIC;

CREATE FUNCTION announce_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('credentials', coalesce(to_jsonb(OLD) ->> TG_ARGV[0], ''));
  RETURN NULL;
END $$;

CREATE FUNCTION note_change(account integer, event_type text, what text, subscriber bigint, details jsonb, happened_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
  SELECT account, event_type, what, subscriber, details, happened_at
  WHERE EXISTS (SELECT FROM automation_listener l WHERE l.account_id = account AND l.type = event_type AND l.object = what
    AND (l.detail ->> 'value' IS NULL OR l.detail ->> 'value' = details ->> 'value'));
END $$;

CREATE FUNCTION subscribed_event_types(account integer) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT a.subscribed_event_types FROM account a WHERE a.id = account);
END $$;

CREATE FUNCTION write_job_events(account integer, events jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (account_id, type, data, created_at)
  SELECT account, e.type, e.data, at FROM jsonb_to_recordset(events) AS e(type text, data jsonb);
END $$;

CREATE FUNCTION write_public_event(account integer, name text, data json, at timestamptz, envelope_bytes integer, kept_days integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at, data)
  VALUES (account, name, ARRAY[nextval('webhook_event_id_seq')], ARRAY[pg_column_size(data) - 4 + envelope_bytes], at, data);
END $$;

CREATE FUNCTION write_public_events(account integer, events json, at timestamptz, collect_ms integer, most integer, envelope_bytes integer, kept_days integer)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH written AS (
    INSERT INTO webhook_event (account_id, type, data, created_at, kept_until)
    SELECT account, e.type, e.data, at, at + kept_days * interval '1 day' FROM json_to_recordset(events) AS e(type text, data json)
    RETURNING id, webhook_event.type, octet_length(data::text) + envelope_bytes AS size
  )
  INSERT INTO webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
  SELECT account, w.type, array_agg(w.id ORDER BY w.id), array_agg(w.size ORDER BY w.id),
    CASE WHEN count(*) = 1 OR count(*) >= most THEN at ELSE at + collect_ms * interval '1 ms' END
  FROM written w GROUP BY w.type;
END $$;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.occurred_at < clock_timestamp() - interval '90 days' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'An audit entry cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER audit_entry_is_append_only BEFORE DELETE OR UPDATE ON audit_entry
  FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_entry_is_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION announce_instance_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('instance_settings', '');
  RETURN NULL;
END $$;

CREATE TRIGGER instance_setting_is_announced AFTER INSERT OR DELETE OR UPDATE ON instance_setting
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_instance_settings();

CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('outbox', '');
  RETURN NULL;
END $$;

CREATE TRIGGER outbox_wakes_relay AFTER INSERT ON outbox
  FOR EACH STATEMENT
  EXECUTE FUNCTION notify_outbox();

-- subscribers

CREATE FUNCTION apply_engagement(changes engagement_change[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  window_start timestamptz;
BEGIN
  IF changes IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM subscriber_engagement e JOIN unnest(changes) c USING (account_id, subscriber_id)
    ORDER BY e.account_id, e.subscriber_id FOR NO KEY UPDATE OF e;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = e.sent + m.sent, opens = e.opens + m.opens, clicks = e.clicks + m.clicks,
    first_sent_at = CASE WHEN e.sent + m.sent > 0 THEN least(e.first_sent_at, m.first_sent_at) END
  FROM (
    SELECT c.account_id, c.subscriber_id, sum(c.sent)::int AS sent, sum(c.opens)::int AS opens, sum(c.clicks)::int AS clicks,
      min(c.sent_at) FILTER (WHERE c.sent > 0) AS first_sent_at
    FROM unnest(changes) c JOIN subscriber_engagement x USING (account_id, subscriber_id)
    WHERE c.sent_at >= least(x.first_sent_at, window_start)
    GROUP BY 1, 2
  ) m
  WHERE e.account_id = m.account_id AND e.subscriber_id = m.subscriber_id;
END $$;

CREATE FUNCTION expire_engagement(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  accounts int[];
  subscribers bigint[];
  window_start timestamptz;
BEGIN
  SELECT array_agg(account_id), array_agg(subscriber_id) INTO accounts, subscribers FROM (
    SELECT account_id, subscriber_id FROM subscriber_engagement WHERE first_sent_at < clock_timestamp() - interval '90 days'
    ORDER BY first_sent_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED
  ) due;
  window_start := clock_timestamp() - interval '90 days';
  UPDATE subscriber_engagement e
  SET sent = c.sent, opens = c.opens, clicks = c.clicks, first_sent_at = c.first_sent_at
  FROM unnest(accounts, subscribers) AS due (account_id, subscriber_id), LATERAL (
    SELECT count(*) AS sent, count(d.opened_at) AS opens, count(d.clicked_at) AS clicks, min(d.sent_at) AS first_sent_at
    FROM delivery d WHERE d.account_id = due.account_id AND d.subscriber_id = due.subscriber_id AND d.sent_at >= window_start
  ) c
  WHERE e.account_id = due.account_id AND e.subscriber_id = due.subscriber_id;
  RETURN coalesce(cardinality(subscribers), 0);
END $$;

CREATE FUNCTION fold_subscriber_counts(of_account integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Deletes only what it has read: changes of other transactions stay. One at a time, and the others do not wait.
  IF pg_try_advisory_xact_lock(of_account, hashtext('subscriber counts')) THEN
    WITH gone AS (DELETE FROM subscriber_count WHERE account_id = of_account RETURNING state, change)
    INSERT INTO subscriber_count (account_id, state, change) SELECT of_account, state, sum(change) FROM gone GROUP BY state;
  END IF;
END $$;

CREATE FUNCTION has_room_for_subscribers(of_account integer, adding integer, fold_above integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  most int;
  active bigint;
  pieces bigint;
BEGIN
  SELECT subscriber_limit INTO most FROM account WHERE id = of_account;
  IF most IS NULL THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(of_account, hashtext('subscriber limit'));
  SELECT coalesce(sum(change) FILTER (WHERE state = 'active'), 0), count(*) INTO active, pieces
  FROM subscriber_count WHERE account_id = of_account;
  IF pieces > fold_above THEN
    PERFORM fold_subscriber_counts(of_account);
  END IF;
  RETURN active + adding <= most;
END $$;

CREATE FUNCTION write_subscriber_search(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  accounts int[];
  firsts bigint[];
  lasts bigint[];
  busy int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('subscriber_search')) THEN
    RETURN 0;
  END IF;
  WITH waiting AS (
    SELECT * FROM subscriber_search_due ORDER BY account_id, id LIMIT most
  ), counted AS (
    SELECT *, row_number() OVER w AS n, sum(last_id - first_id + 1) OVER w AS ids FROM waiting WINDOW w AS (ORDER BY account_id, id)
  ), taken AS (
    DELETE FROM subscriber_search_due d USING counted c
    WHERE d.account_id = c.account_id AND d.id = c.id AND (c.n = 1 OR c.ids <= most)
    RETURNING d.account_id, d.first_id, d.last_id
  )
  SELECT array_agg(account_id), array_agg(first_id), array_agg(last_id) INTO accounts, firsts, lasts FROM taken;
  INSERT INTO subscriber_search (account_id, subscriber_id, state, text)
  SELECT s.account_id, s.id, s.state, s.email_address || ' ' || coalesce(s.first_name, '')
  FROM unnest(accounts, firsts, lasts) AS due (account_id, first_id, last_id) CROSS JOIN LATERAL (
    SELECT * FROM subscriber WHERE account_id = due.account_id AND id BETWEEN due.first_id AND due.last_id
    FOR NO KEY UPDATE SKIP LOCKED
  ) s
  ON CONFLICT DO NOTHING;
  INSERT INTO subscriber_search_due (account_id, first_id, last_id)
  SELECT s.account_id, s.id, s.id
  FROM unnest(accounts, firsts, lasts) AS due (account_id, first_id, last_id) CROSS JOIN LATERAL (
    SELECT * FROM subscriber WHERE account_id = due.account_id AND id BETWEEN due.first_id AND due.last_id OFFSET 0
  ) s
  WHERE NOT EXISTS (SELECT FROM subscriber_search x WHERE x.account_id = s.account_id AND x.subscriber_id = s.id);
  GET DIAGNOSTICS busy = ROW_COUNT;
  RETURN coalesce(cardinality(firsts), 0) - busy;
END $$;

CREATE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A consent record cannot be changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER consent_is_immutable BEFORE UPDATE ON consent
  FOR EACH ROW
  EXECUTE FUNCTION refuse_consent_change();

CREATE FUNCTION add_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unknown bigint;
BEGIN
  WITH part AS MATERIALIZED (
    SELECT account_id, state, id >> 12 AS block, count(*) AS count, min(id) AS first_id, max(id) AS last_id FROM new_rows GROUP BY 1, 2, 3
  ), counted AS (
    INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, sum(count) FROM part GROUP BY 1, 2
  ), queued AS (
    INSERT INTO subscriber_search_due (account_id, first_id, last_id)
    SELECT account_id, min(first_id), max(last_id) FROM part GROUP BY account_id, block
  ), ranked AS (
    INSERT INTO subscriber_engagement (account_id, subscriber_id) SELECT account_id, id FROM new_rows
  ), known AS MATERIALIZED (
    SELECT id FROM account WHERE id IN (SELECT account_id FROM part) FOR KEY SHARE
  )
  SELECT count(*) INTO unknown FROM part WHERE account_id NOT IN (SELECT id FROM known);
  IF unknown > 0 THEN
    RAISE foreign_key_violation USING MESSAGE = 'The account of a subscriber does not exist', TABLE = 'subscriber';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_added AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION add_subscribers();

CREATE FUNCTION count_deleted_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) SELECT account_id, state, -count(*) FROM old_rows GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_delete_counts AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_subscribers();

CREATE FUNCTION delete_logs_of_subscribers() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM state_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_change WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM consent WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
    DELETE FROM subscriber_engagement WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_delete_logs AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_logs_of_subscribers();

CREATE FUNCTION delete_subscriber_search() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, array_agg(id) AS ids FROM old_rows GROUP BY account_id LOOP
    DELETE FROM subscriber_search WHERE account_id = deleted.account_id AND subscriber_id = ANY (deleted.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_delete_search AFTER DELETE ON subscriber
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_subscriber_search();

CREATE FUNCTION note_subscribers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM automation_listener l
    WHERE l.type IN ('field_changed', 'form_joined') AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN custom_field f ON f.account_id = n.account_id
    WHERE n.fields <> o.fields AND n.fields ->> f.slot IS DISTINCT FROM o.fields ->> f.slot
      AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text
        AND (l.detail ->> 'value' IS NULL OR l.detail ->> 'value' = n.fields ->> f.slot));
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'form_joined', j.form_id::text, n.id, n.updated_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.id = n.id
      JOIN form_subscription j ON j.account_id = n.account_id AND j.subscriber_id = n.id
    WHERE n.state = 'active' AND o.state = 'inactive'
      AND NOT EXISTS (SELECT FROM state_change c WHERE c.account_id = n.account_id AND c.subscriber_id = n.id
        AND c.from_state = 'active' AND c.occurred_at > j.added_at)
      AND EXISTS (SELECT FROM automation_listener l
        WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', j.form_id::text));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_notes_changes AFTER UPDATE ON subscriber
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_subscribers_changed();

CREATE FUNCTION note_fields_set() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'field_changed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'field_changed', f.id::text, n.id, jsonb_build_object('value', n.fields ->> f.slot), n.created_at
    FROM new_rows n JOIN custom_field f ON f.account_id = n.account_id AND n.fields ? f.slot
    WHERE n.fields <> '{}' AND EXISTS (SELECT FROM automation_listener l WHERE l.account_id = f.account_id AND l.type = 'field_changed'
      AND l.object = f.id::text AND coalesce(l.detail ->> 'value', n.fields ->> f.slot) = n.fields ->> f.slot);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_notes_fields AFTER INSERT ON subscriber
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_fields_set();

CREATE FUNCTION note_subscriber_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_run r WHERE r.account_id = NEW.account_id AND r.subscriber_id = NEW.id AND r.ended_at IS NULL) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    VALUES (NEW.account_id, 'subscriber_left', NEW.state::text, NEW.id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_notes_left AFTER UPDATE OF state ON subscriber
  FOR EACH ROW WHEN (old.state = 'active'::subscriber_state AND new.state <> 'active'::subscriber_state)
  EXECUTE FUNCTION note_subscriber_left();

CREATE FUNCTION count_updated_subscribers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscriber_count (account_id, state, change) VALUES (OLD.account_id, OLD.state, -1), (NEW.account_id, NEW.state, 1);
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_update_counts AFTER UPDATE ON subscriber
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION count_updated_subscribers();

CREATE FUNCTION change_subscriber_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE subscriber_search SET state = NEW.state, text = NEW.email_address || ' ' || coalesce(NEW.first_name, '')
  WHERE account_id = NEW.account_id AND subscriber_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER subscriber_update_search AFTER UPDATE OF email_address, first_name, state ON subscriber
  FOR EACH ROW
  WHEN ((old.email_address, old.first_name, old.state)
    IS DISTINCT FROM (new.email_address, new.first_name, new.state))
  EXECUTE FUNCTION change_subscriber_search();

-- tags

CREATE FUNCTION note_taggings(account integer, tag_ids integer[], subscriber_ids bigint[], happened_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT account, 'tag_added', n.tag_id::text, n.subscriber_id, happened_at FROM unnest(tag_ids, subscriber_ids) AS n(tag_id, subscriber_id)
  WHERE EXISTS (SELECT FROM automation_listener l WHERE l.account_id = account AND l.type = 'tag_added' AND l.object = n.tag_id::text);
END $$;

CREATE FUNCTION note_tagging() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT NEW.account_id, 'tag_added', NEW.tag_id::text, NEW.subscriber_id, NEW.tagged_at
  WHERE EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = NEW.account_id AND l.type = 'tag_added' AND l.object = NEW.tag_id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER tagging_notes_added AFTER INSERT ON tagging
  FOR EACH ROW WHEN (new.is_listened_to)
  EXECUTE FUNCTION note_tagging();

CREATE FUNCTION note_tags_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quiet text;
BEGIN
  IF current_setting('envoi.nothing_listens', true) = 'on' THEN
    quiet := set_config('envoi.nothing_listens', '', true);
    RETURN NULL;
  END IF;
  INSERT INTO automation_event (account_id, type, object, subscriber_id)
  SELECT o.account_id, 'tag_removed', o.tag_id::text, o.subscriber_id FROM old_rows o
  WHERE (SELECT true FROM automation_listener l
      WHERE l.account_id = o.account_id AND l.type = 'tag_removed' AND l.object = o.tag_id::text LIMIT 1)
    AND EXISTS (SELECT FROM tag g WHERE g.account_id = o.account_id AND g.id = o.tag_id);
  RETURN NULL;
END $$;

CREATE TRIGGER tagging_notes_removed AFTER DELETE ON tagging
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_tags_removed();

-- delivery

CREATE FUNCTION check_mail_of_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unknown bigint;
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT account_id, mail_id FROM new_rows
  ), known AS MATERIALIZED (
    SELECT m.account_id, m.id FROM mail m JOIN wanted w ON m.account_id = w.account_id AND m.id = w.mail_id FOR KEY SHARE OF m
  )
  SELECT count(*) INTO unknown FROM wanted WHERE (account_id, mail_id) NOT IN (SELECT account_id, id FROM known);
  IF unknown > 0 THEN
    RAISE foreign_key_violation USING MESSAGE = 'The email of a delivery does not exist', TABLE = 'delivery';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER delivery_check_mail AFTER INSERT ON delivery
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION check_mail_of_deliveries();

CREATE FUNCTION count_deleted_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, -sent, -opens, -clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM old_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;

CREATE TRIGGER delivery_delete_engagement AFTER DELETE ON delivery
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_engagement();

CREATE FUNCTION count_inserted_engagement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, count(*) AS sent, count(opened_at) AS opens, count(clicked_at) AS clicks
    FROM new_rows WHERE sent_at IS NOT NULL GROUP BY 1, 2, 3) c;
  RETURN NULL;
END $$;

CREATE TRIGGER delivery_insert_engagement AFTER INSERT ON delivery
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_inserted_engagement();

CREATE FUNCTION count_updated_engagement()
RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows WHERE sent_at IS NOT NULL)
    AND (SELECT min(mail_id) = max(mail_id) AND min(account_id) = max(account_id) FROM new_rows)
  THEN
    -- PostgreSQL checks a row that another statement has just changed again, with the clock, once it is locked.
    UPDATE subscriber_engagement e
    SET sent = e.sent + 1, opens = e.opens + c.opens, clicks = e.clicks + c.clicks, first_sent_at = least(e.first_sent_at, c.sent_at)
    FROM (
      SELECT account_id, subscriber_id, sent_at, (opened_at IS NOT NULL)::int AS opens, (clicked_at IS NOT NULL)::int AS clicks
      FROM new_rows WHERE sent_at IS NOT NULL ORDER BY account_id, subscriber_id
    ) c
    WHERE e.account_id = c.account_id AND e.subscriber_id = c.subscriber_id
      AND c.sent_at >= least(e.first_sent_at, clock_timestamp() - interval '90 days');
    RETURN NULL;
  END IF;
  PERFORM apply_engagement(array_agg(ROW(account_id, subscriber_id, sent_at, sent, opens, clicks)::engagement_change)) FROM (
    SELECT account_id, subscriber_id, sent_at, sum(n) AS sent, sum(n * (opened_at IS NOT NULL)::int) AS opens,
      sum(n * (clicked_at IS NOT NULL)::int) AS clicks
    FROM (
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, 1 AS n FROM new_rows WHERE sent_at IS NOT NULL
      UNION ALL
      SELECT account_id, subscriber_id, sent_at, opened_at, clicked_at, -1 FROM old_rows WHERE sent_at IS NOT NULL
    ) both_sides
    GROUP BY 1, 2, 3
    HAVING sum(n) <> 0 OR sum(n * (opened_at IS NOT NULL)::int) <> 0 OR sum(n * (clicked_at IS NOT NULL)::int) <> 0) c;
  RETURN NULL;
END $$;

CREATE TRIGGER delivery_update_engagement AFTER UPDATE ON delivery
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION count_updated_engagement();

CREATE FUNCTION note_clicks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'link_clicked' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'link_clicked', k.url, n.subscriber_id, jsonb_build_object('mail_id', n.mail_id), n.occurred_at
    FROM new_rows n JOIN link k ON k.account_id = n.account_id AND k.id = n.link_id
    WHERE n.kind = 'click' AND NOT n.is_machine AND EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'link_clicked' AND l.object IN ('', k.url));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER engagement_notes_clicks AFTER INSERT ON engagement
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_clicks();

CREATE FUNCTION delete_deliveries_of_mails() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  deleted record;
BEGIN
  FOR deleted IN SELECT account_id, id FROM old_rows LOOP
    DELETE FROM delivery WHERE account_id = deleted.account_id AND mail_id = deleted.id;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER mail_delete_deliveries AFTER DELETE ON mail
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_deliveries_of_mails();

CREATE FUNCTION note_reputation_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reputation_change (account_id, domain, sent, hard_bounced, complained, bounced, failed)
  VALUES (NEW.account_id, lower(split_part(NEW.snapshot #>> '{sender,address}', '@', 2)),
    NEW.sent - OLD.sent, NEW.hard_bounced - OLD.hard_bounced, NEW.complained - OLD.complained,
    NEW.bounced - OLD.bounced, NEW.failed - OLD.failed);
  RETURN NULL;
END $$;

CREATE TRIGGER mail_reputation AFTER UPDATE OF sent, hard_bounced, complained, bounced, failed ON mail
  FOR EACH ROW
  WHEN ((new.snapshot #>> '{sender,address}'::text[]) IS NOT NULL
    AND (new.sent, new.hard_bounced, new.complained, new.bounced, new.failed)
      IS DISTINCT FROM (old.sent, old.hard_bounced, old.complained, old.bounced, old.failed))
  EXECUTE FUNCTION note_reputation_change();

CREATE FUNCTION delete_hand_overs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hand_over h USING old_rows o WHERE h.account_id = o.account_id AND h.batch_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER send_batch_deletes_hand_overs AFTER DELETE ON send_batch
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_hand_overs();

-- security-events

CREATE FUNCTION delete_security_events(of_account integer, most integer)
RETURNS SETOF integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM security_event e JOIN account_deletion d ON d.account_id = e.account_id AND d.started_at IS NOT NULL
    WHERE e.account_id = of_account LIMIT most))
  RETURNING id
$$;
REVOKE ALL ON FUNCTION delete_security_events(of_account integer, most integer) FROM PUBLIC;

CREATE FUNCTION erase_in_security_event(of_account integer, event_id integer, address text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE security_event SET summary = replace(summary, address, 'an erased address')
  WHERE account_id = of_account AND id = event_id AND kind = 'suppression_removed'
$$;
REVOKE ALL ON FUNCTION erase_in_security_event(of_account integer, event_id integer, address text) FROM PUBLIC;

CREATE FUNCTION purge_security_events(before timestamptz, most integer)
RETURNS SETOF integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM security_event WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM security_event WHERE occurred_at < least(before, clock_timestamp() - interval '90 days') ORDER BY occurred_at LIMIT most))
  RETURNING id
$$;
REVOKE ALL ON FUNCTION purge_security_events(before timestamptz, most integer) FROM PUBLIC;

CREATE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.account_id, NEW.id, NEW.kind, NEW.app_id, NEW.user_id, NEW.occurred_at)
      IS NOT DISTINCT FROM (OLD.account_id, OLD.id, OLD.kind, OLD.app_id, OLD.user_id, OLD.occurred_at)
      AND (NEW.summary = OLD.summary OR (OLD.kind = 'suppression_removed' AND NEW.summary LIKE '%an erased address%'))
    THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    -- Clocks of processes differ a little from the database's.
    IF OLD.occurred_at < clock_timestamp() - interval '90 days' + interval '5 minutes'
      OR EXISTS (SELECT FROM account_deletion WHERE account_id = OLD.account_id AND started_at IS NOT NULL)
      OR NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id)
    THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'A security event cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER security_event_is_append_only BEFORE UPDATE ON security_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_security_event_change();

CREATE TRIGGER security_event_is_kept BEFORE DELETE ON security_event
  FOR EACH ROW
  EXECUTE FUNCTION refuse_security_event_change();

CREATE TRIGGER security_event_is_not_truncated BEFORE TRUNCATE ON security_event
  FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_security_event_change();

-- accounts

CREATE TRIGGER account_announces_change AFTER UPDATE OF api_disabled, plan_type ON account
  FOR EACH ROW WHEN (old.api_disabled IS DISTINCT FROM new.api_disabled OR old.plan_type IS DISTINCT FROM new.plan_type)
  EXECUTE FUNCTION announce_credentials('id');

CREATE TRIGGER account_announces_deletion AFTER UPDATE OF deletes_at ON account
  FOR EACH ROW WHEN ((old.deletes_at IS NULL) IS DISTINCT FROM (new.deletes_at IS NULL))
  EXECUTE FUNCTION announce_credentials('id');

CREATE FUNCTION delete_automation_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_event e USING old_rows o WHERE e.account_id = o.id;
  DELETE FROM automation_segment s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM automation_date d USING old_rows o WHERE d.account_id = o.id;
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.id;
  DELETE FROM automation_step_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER account_automation_events_out AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_automation_events_of_accounts();

CREATE FUNCTION delete_events_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_outbox b USING old_rows o WHERE b.account_id = o.id;
  DELETE FROM webhook_event e USING old_rows o WHERE e.account_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER account_delete_events AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_events_of_accounts();

CREATE FUNCTION delete_subscribers_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subscriber s USING old_rows o WHERE s.account_id = o.id;
  DELETE FROM subscriber_count c USING old_rows o WHERE c.account_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER account_delete_subscribers AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_subscribers_of_accounts();

CREATE FUNCTION delete_transport_circuits_of_accounts()
RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  DELETE FROM transport_circuit WHERE account_id <> 0 AND account_id = ANY (ARRAY(SELECT id FROM old_rows));
  RETURN NULL;
END $$;

CREATE TRIGGER account_delete_transport_circuits AFTER DELETE ON account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_transport_circuits_of_accounts();

CREATE TRIGGER membership_announces_change AFTER UPDATE OF role ON membership
  FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER membership_announces_end AFTER DELETE ON membership
  FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE FUNCTION announce_plans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('plans', '');
  RETURN NULL;
END $$;

CREATE TRIGGER plan_is_announced AFTER INSERT OR DELETE OR UPDATE ON plan
  FOR EACH STATEMENT
  EXECUTE FUNCTION announce_plans();

-- forms

CREATE FUNCTION note_forms_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
  SELECT n.account_id, 'form_joined', n.form_id::text, n.subscriber_id, n.added_at FROM new_rows n
  WHERE (SELECT true FROM automation_listener l
    WHERE l.account_id = n.account_id AND l.type = 'form_joined' AND l.object IN ('', n.form_id::text) LIMIT 1);
  RETURN NULL;
END $$;

CREATE TRIGGER form_subscription_notes_joined AFTER INSERT ON form_subscription
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_forms_joined();

-- purchases

CREATE FUNCTION note_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'purchased' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, data, at)
    SELECT n.account_id, 'purchased', n.product_id::text, p.subscriber_id, jsonb_build_object('purchase_id', p.id),
      coalesce(n.added_at, p.created_at)
    FROM new_rows n JOIN purchase p ON p.account_id = n.account_id AND p.id = n.purchase_id
    WHERE EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'purchased' AND l.object IN ('', n.product_id::text));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER purchase_line_notes_purchases AFTER INSERT ON purchase_line
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_purchases();

-- posts

CREATE FUNCTION post_search(title text, description text, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('simple', coalesce(title, '')), 'A')
    || setweight(to_tsvector('simple', coalesce(description, '')), 'B')
    || setweight(to_tsvector('simple', left(coalesce(content, ''), 300000)), 'D')
$$;

CREATE FUNCTION keep_post_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.search := post_search(new.title, new.description, CASE WHEN new.is_paid THEN coalesce(new.public_html, '') ELSE new.content_html END);
  RETURN new;
END
$$;

CREATE TRIGGER post_search BEFORE INSERT OR UPDATE OF title, description, content_html, public_html, is_paid ON post
  FOR EACH ROW
  EXECUTE FUNCTION keep_post_search();

-- sequences

CREATE FUNCTION note_sequences_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM automation_listener l WHERE l.type = 'sequence_completed' AND l.account_id IN (SELECT n.account_id FROM new_rows n)) THEN
    INSERT INTO automation_event (account_id, type, object, subscriber_id, at)
    SELECT n.account_id, 'sequence_completed', n.sequence_id::text, n.subscriber_id, n.completed_at
    FROM new_rows n JOIN old_rows o ON o.account_id = n.account_id AND o.sequence_id = n.sequence_id AND o.subscriber_id = n.subscriber_id
    WHERE n.state = 'completed' AND o.state <> 'completed' AND EXISTS (SELECT FROM automation_listener l
      WHERE l.account_id = n.account_id AND l.type = 'sequence_completed' AND l.object = n.sequence_id::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER enrollment_notes_completed AFTER UPDATE ON enrollment
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION note_sequences_completed();

-- imports

CREATE FUNCTION delete_rows_of_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_row r USING old_rows o WHERE r.account_id = o.account_id AND r.import_id = o.id;
  RETURN NULL;
END $$;

CREATE TRIGGER import_delete_rows AFTER DELETE ON import
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_rows_of_imports();

-- api-keys

CREATE TRIGGER api_key_announces_change AFTER UPDATE OF revoked_at, scopes, created_by ON api_key
  FOR EACH ROW
  WHEN ((old.revoked_at, old.scopes, old.created_by)
    IS DISTINCT FROM (new.revoked_at, new.scopes, new.created_by))
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER api_key_announces_end AFTER DELETE ON api_key
  FOR EACH ROW
  EXECUTE FUNCTION announce_credentials('account_id');

-- apps

CREATE TRIGGER app_announces_change AFTER UPDATE OF deleted_at, published_at ON app
  FOR EACH ROW WHEN (old.deleted_at IS DISTINCT FROM new.deleted_at OR old.published_at IS DISTINCT FROM new.published_at)
  EXECUTE FUNCTION announce_credentials('');

CREATE TRIGGER installation_announces_change AFTER UPDATE OF state ON installation
  FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION announce_credentials('account_id');

-- oauth

CREATE TRIGGER oauth_grant_announces_change AFTER UPDATE OF revoked_at ON oauth_grant
  FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at)
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER oauth_token_announces_change AFTER UPDATE OF revoked_at, scopes, expires_at ON oauth_token
  FOR EACH ROW
  WHEN ((old.revoked_at, old.scopes, old.expires_at)
    IS DISTINCT FROM (new.revoked_at, new.scopes, new.expires_at))
  EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER oauth_token_announces_end AFTER DELETE ON oauth_token
  FOR EACH ROW WHEN (old.revoked_at IS NULL)
  EXECUTE FUNCTION announce_credentials('account_id');

-- automations

CREATE FUNCTION flag_what_is_listened_to(accounts integer[], types text[], objects text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM custom_field f
  WHERE (f.account_id, f.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type = 'field_changed')
  ORDER BY f.account_id, f.id FOR NO KEY UPDATE;
  PERFORM FROM tag t
  WHERE (t.account_id, t.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type IN ('tag_added', 'tag_removed'))
  ORDER BY t.account_id, t.id FOR NO KEY UPDATE;
  UPDATE custom_field f SET is_listened_to = NOT f.is_listened_to
  WHERE (f.account_id, f.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type = 'field_changed')
  AND f.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = f.account_id AND l.type = 'field_changed' AND l.object = f.id::text);
  UPDATE tag t SET is_listened_to = NOT t.is_listened_to
  WHERE (t.account_id, t.id) IN (
    SELECT w.account_id, CASE WHEN w.object ~ '^[0-9]{1,9}$' THEN w.object::integer END
    FROM unnest(accounts, types, objects) AS w(account_id, type, object) WHERE w.type IN ('tag_added', 'tag_removed'))
  AND t.is_listened_to <> EXISTS (SELECT FROM automation_listener l
    WHERE l.account_id = t.account_id AND l.type IN ('tag_added', 'tag_removed') AND l.object = t.id::text);
END $$;

CREATE FUNCTION listeners_are_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(n.account_id), array_agg(n.type), array_agg(n.object)) FROM new_rows n;
  RETURN NULL;
END $$;

CREATE FUNCTION listeners_are_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(c.account_id), array_agg(c.type), array_agg(c.object))
  FROM (SELECT n.account_id, n.type, n.object FROM new_rows n UNION SELECT o.account_id, o.type, o.object FROM old_rows o) c;
  RETURN NULL;
END $$;

CREATE FUNCTION listeners_are_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM flag_what_is_listened_to(array_agg(o.account_id), array_agg(o.type), array_agg(o.object)) FROM old_rows o;
  RETURN NULL;
END $$;

CREATE TRIGGER automation_listener_is_added AFTER INSERT ON automation_listener
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_added();

CREATE TRIGGER automation_listener_is_changed AFTER UPDATE ON automation_listener
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_changed();

CREATE TRIGGER automation_listener_is_removed AFTER DELETE ON automation_listener
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION listeners_are_removed();

CREATE FUNCTION delete_traces_of_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM automation_trace t USING old_rows o WHERE t.account_id = o.account_id AND t.run_id = o.id;
  INSERT INTO automation_step_count AS c (account_id, automation_id, step_id, version, day, ended, moved)
  SELECT n.account_id, n.automation_id, n.step_id, n.version,
    (transaction_timestamp() AT TIME ZONE (SELECT a.time_zone FROM account a WHERE a.id = n.account_id))::date, n.ended, n.moved
  FROM (
    SELECT o.account_id, o.automation_id, 'all_runs' AS step_id, o.version, 0 AS ended, count(*) AS moved FROM old_rows o
    WHERE o.ended_at IS NULL GROUP BY 1, 2, 4
    UNION ALL
    SELECT o.account_id, o.automation_id, o.step_id, o.version, count(*), 0 FROM old_rows o
    WHERE o.ended_at IS NULL AND o.step_id IS NOT NULL GROUP BY 1, 2, 3, 4
  ) n
  -- Those of a deleted account are gone with it.
  WHERE (SELECT a.id FROM account a WHERE a.id = n.account_id) IS NOT NULL
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, automation_id, step_id, version, day) DO UPDATE SET ended = c.ended + excluded.ended, moved = c.moved + excluded.moved;
  RETURN NULL;
END $$;

CREATE TRIGGER automation_run_traces_out AFTER DELETE ON automation_run
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION delete_traces_of_runs();

-- webhooks

CREATE FUNCTION collect_subscribed_event_types(gathering integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Locked first, so the update sees what another transaction has added.
  PERFORM FROM account WHERE id = gathering FOR NO KEY UPDATE;
  UPDATE account SET subscribed_event_types = (
    SELECT coalesce(array_agg(DISTINCT name), '{}') FROM (
      SELECT unnest(e.events) AS name FROM webhook_endpoint e WHERE e.account_id = gathering AND e.status = 'active'
      UNION ALL
      SELECT l.event_name FROM legacy_webhook l WHERE l.account_id = gathering
    ) subscribed
  ) WHERE id = gathering;
END $$;

CREATE FUNCTION webhook_subscriptions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM collect_subscribed_event_types(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_endpoint_change_subscriptions AFTER INSERT OR DELETE OR UPDATE OF events, status ON webhook_endpoint
  FOR EACH ROW
  EXECUTE FUNCTION webhook_subscriptions_changed();

CREATE TRIGGER legacy_webhook_change_subscriptions AFTER INSERT OR DELETE OR UPDATE OF event_name ON legacy_webhook
  FOR EACH ROW
  EXECUTE FUNCTION webhook_subscriptions_changed();

CREATE FUNCTION keep_events_of_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event (account_id, id, type, data, created_at, kept_until)
  SELECT account_id, event_ids[1], type, data, leaves_at, leaves_at + interval '33 days' FROM old_rows WHERE data IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_outbox_keeps_events AFTER DELETE ON webhook_outbox
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
  EXECUTE FUNCTION keep_events_of_outbox();

-- Rows of a new instance
-- ----------------------

INSERT INTO plan (key, name, description, subscriber_limit, has_reporting, position, created_at, updated_at) VALUES
  ('free', 'Free', 'For your first subscribers.', 1000, false, 10, now(), now()),
  ('creator', 'Creator', 'For a growing list.', 5000, false, 20, now(), now()),
  ('creator_pro', 'Creator Pro', 'Any number of subscribers, with reporting.', NULL, true, 30, now(), now());
