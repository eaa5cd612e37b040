-- The shop's database with two roles, run once by a superuser of PostgreSQL 15 or newer:
--   psql -v owner_password=… -v app_password=… -f deploy/database-roles.sql
-- shop_owner makes and alters the tables (DATABASE_MIGRATION_URL); shop_app serves (DATABASE_URL) and gets its rights from
-- the shop itself, at each start. Passwords from psql's variables stay out of the log where log_statement is off.
\set ON_ERROR_STOP on

create role shop_owner login password :'owner_password';
create role shop_app login password :'app_password';
create database shop owner shop_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke all on database shop from public;
grant connect on database shop to shop_app;
