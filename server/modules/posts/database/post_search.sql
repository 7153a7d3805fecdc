-- Returns the search vector of a post: title before description before text. Tags and entities are removed, and no language is assumed. The
-- limit of 300,000 characters keeps the vector below the megabyte that PostgreSQL accepts.

-- Why here: the trigger and the search of posts from before it need the same expression (decision 0102).
CREATE OR REPLACE FUNCTION post_search(title text, description text, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('simple', coalesce(title, '')), 'A')
    || setweight(to_tsvector('simple', coalesce(description, '')), 'B')
    || setweight(to_tsvector('simple', left(coalesce(content, ''), 300000)), 'D')
$$;
