import type pg from "pg";
import { ConfigError } from "#server/platform/config/config.ts";

/**
 * Refuses a database that cannot be migrated: a standby, one of another program, or one in which the user may not
 * create what the shop needs. Nothing is written.
 * @throws ConfigError that says what to do
 */
export async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Facts>(factsQuery);
  const facts = rows[0]!;
  const reason = reasonAgainst(facts);
  if (reason) throw new ConfigError(`DATABASE_URL: ${reason}`);
  if (facts.isMarque || !facts.hasMigrations) return;
  const { rows: applied } = await client.query("select from drizzle.__drizzle_migrations limit 1");
  if (applied.length > 0) throw new ConfigError(`DATABASE_URL: ${ofAnother(facts)}`);
}

type Facts = {
  database: string;
  user: string;
  isStandby: boolean;
  mayCreateSchema: boolean;
  mayCreateTable: boolean;
  /** Whose tables the user may not change, or null. */
  otherOwner: string | null;
  isMarque: boolean;
  hasMigrations: boolean;
  hasTables: boolean;
};

// Read from the catalog, because a name cannot be looked up in a schema that the user may not use.
const factsQuery = `
  with own as (
    select class.relname, class.relowner, space.nspname
    from pg_class class join pg_namespace space on space.oid = class.relnamespace
    where class.relkind in ('r', 'p') and space.nspname in (current_schema(), 'drizzle')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
  )
  select current_database() as database, current_user as user, pg_is_in_recovery() as "isStandby",
    has_database_privilege(current_database(), 'CREATE') as "mayCreateSchema",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTable",
    (select pg_get_userbyid(relowner) from own where not pg_has_role(relowner, 'USAGE') limit 1) as "otherOwner",
    exists (select from own where nspname = current_schema() and relname = 'listing')
      and exists (select from own where nspname = current_schema() and relname = 'identity_user') as "isMarque",
    exists (select from own where nspname = 'drizzle' and relname = '__drizzle_migrations') as "hasMigrations",
    exists (select from own where nspname = current_schema()) as "hasTables"`;

function reasonAgainst(facts: Facts): string | null {
  const { database, user } = facts;
  if (facts.isStandby)
    return "the server is a standby, which takes no writes. Name the primary here, and standbys in DATABASE_REPLICA_URL.";
  if (!facts.isMarque && facts.hasTables) return ofAnother(facts);
  if (facts.otherOwner !== null)
    return `the tables of ${database} belong to ${facts.otherOwner}, and ${user} may not change them: reassign owned by ${facts.otherOwner} to ${user}, or use that user.`;
  if (!facts.mayCreateSchema || !facts.mayCreateTable)
    return `the user ${user} may not create schemas and tables in the database ${database}. Make it the owner: alter database ${database} owner to ${user}.`;
  return null;
}

function ofAnother({ database }: Facts): string {
  return `the database ${database} has tables of another program. The shop needs a database of its own. Nothing was changed.`;
}
