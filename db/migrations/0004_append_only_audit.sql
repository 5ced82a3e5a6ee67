CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_id","id");--> statement-breakpoint
-- What admins did stays written, as the other logs do (0003).
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
