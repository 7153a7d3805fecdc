-- Saving a post updates its search vector. Of a paid post, only the public part can be found.

-- Why here: a statement that omitted the vector would hide a post, or let a search find text that only buyers may read (decision 0102).
CREATE OR REPLACE FUNCTION keep_post_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.search := post_search(new.title, new.description, CASE WHEN new.is_paid THEN coalesce(new.public_html, '') ELSE new.content_html END);
  RETURN new;
END
$$;

CREATE OR REPLACE TRIGGER post_search BEFORE INSERT OR UPDATE OF title, description, content_html, public_html, is_paid ON post
  FOR EACH ROW
  EXECUTE FUNCTION keep_post_search();
